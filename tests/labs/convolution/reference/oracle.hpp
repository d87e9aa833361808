/// @file
/// Double-precision references the judge compares with. Written to be obviously right, not fast.
#pragma once

#include "kit/border.hpp"
#include "kit/filters.hpp"
#include "kit/image.hpp"

namespace kit::oracle {

/// Correlation of every channel with the filter (see Filter), in double precision.
Image<double> convolve(const Image<float>& image, const Filter& filter, Border border);

/// One row of the same: `row` in [0, height); width * channels values.
Image<double> convolve_row(const Image<float>& image, const Filter& filter, Border border, int row);

/// sqrt(gx^2 + gy^2) of the Sobel X and Sobel Y responses (Sobel and Feldman 1968), not scaled.
Image<double> sobel_magnitude(const Image<float>& image, Border border);

}  // namespace kit::oracle
