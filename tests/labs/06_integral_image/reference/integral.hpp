/// @file
/// Summed-area tables and box filters of 8-bit images in exact integer arithmetic: what the judge
/// compares with. Written to be obviously right, not fast.
#pragma once

#include <cstdint>

#include "kit/image.hpp"

namespace kit::oracle {

/// For every pixel and channel the sum of the pixels above and to the left, own row and column
/// included (Crow 1984). 64 bits hold any sum that fits into memory. Channels interleaved as in the
/// image.
Image<std::uint64_t> summed_area_table(const Image<std::uint8_t>& image);

/// Mean over the window of `radius` pixels to each side, clipped at the edges and divided by the
/// number of pixels left, rounded to nearest, halves up. Throws InputError if radius < 0.
Image<std::uint8_t> box_filter(const Image<std::uint8_t>& image, int radius);

}  // namespace kit::oracle
