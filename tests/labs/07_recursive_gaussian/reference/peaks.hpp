/// @file
/// Peaks that fade along a line, in double precision.
#pragma once

#include "kit/image.hpp"

namespace kit::oracle {

/// The largest of fade^k * image(x, y - k) over all k from 0 to y, for values of 0 and more.
Image<double> fade_peaks(const Image<float>& image, double fade);

}  // namespace kit::oracle
