/// @file
/// What the small stages of lab 06 compute, in exact integer arithmetic: histogram, parts of rows,
/// sums of frames, stretched rows. Written to be obviously right, not fast.
#pragma once

#include <cstdint>
#include <vector>

#include "kit/image.hpp"

namespace kit::oracle {

/// How many values of the image have each of the 256 levels.
std::vector<std::uint32_t> histogram(const Image<std::uint8_t>& image);

/// The absolute difference of each pixel of a grey image from the one to its left; 0 in columns 0,
/// 32, 64 ...
Image<std::uint8_t> differences_in_parts(const Image<std::uint8_t>& image);

/// Each pixel of a grey image becomes the mean of its part of the row: columns 0 to 31, 32 to 63
/// ..., as far as there are any. Rounded to nearest, halves up.
Image<std::uint8_t> means_of_parts(const Image<std::uint8_t>& image);

/// Sums of `frames` frames of equal size, one under the other in the image.
std::vector<std::uint64_t> sums_of_frames(const Image<std::uint8_t>& image, int frames);

/// Levels of each row of a grey image from 0 to 255: 255 (value - darkest) / (brightest - darkest),
/// the fraction dropped; 0 in rows of one level.
Image<std::uint8_t> stretched_rows(const Image<std::uint8_t>& image);

}  // namespace kit::oracle
