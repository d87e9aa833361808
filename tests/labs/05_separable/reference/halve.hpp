/// @file
/// Images of half the size, in double precision.
#pragma once

#include "kit/image.hpp"

namespace kit::oracle {

/// Each pixel is the mean of 2x2 pixels, of which the last row and column stand for those beyond
/// them; (width + 1) / 2 x (height + 1) / 2 pixels.
Image<double> halve(const Image<float>& image);

}  // namespace kit::oracle
