/// @file
/// What lab 02's steps and its bug to find must give, in double precision. Written to be obviously
/// right, not fast.
#pragma once

#include "kit/image.hpp"

namespace kit::oracle {

/// output(x, y) = x
Image<double> columns(int width, int height);

/// output(x, y) = gain * input(x, y) + offset
Image<double> gain_and_offset(const Image<float>& input, float gain, float offset);

/// output(x, y) = weight * input(x + dx, y + dy), 0 where that lies outside the image.
Image<double> one_tap(const Image<float>& input, int dx, int dy, float weight);

/// output(x, y) = input(width - 1 - x, y)
Image<double> mirrored(const Image<float>& input);

}  // namespace kit::oracle
