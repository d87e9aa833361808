/// @file
/// References of lab 04's small stages. All but the mean only move pixels, so they are exact.
#pragma once

#include "kit/image.hpp"

namespace kit::oracle {

/// The tiles of blocks of block_width x block_height pixels, each with a halo of `radius` pixels,
/// side by side. Beyond the edge of the image stands the nearest pixel.
Image<double> tiles_side_by_side(const Image<float>& image, int radius, int block_width,
                                 int block_height);

/// Each piece of block_width pixels of a row turned around; what comes from beyond the image is 0.
Image<double> turned_pieces(const Image<float>& image, int block_width);

/// (left + own + right) / 3 for every pixel, in double precision.
Image<double> mean_of_three(const Image<float>& image);

/// The smallest pixel of x - radius to x + radius in each row.
Image<double> smallest_in_row(const Image<float>& image, int radius);

}  // namespace kit::oracle
