/// @file
/// A picture of where an output is wrong.
#pragma once

#include <cstdint>

#include "diagnosis.hpp"
#include "kit/image.hpp"

namespace kit::grader {

/// RGB picture of the absolute error: black within the tolerance, then dark red, yellow and white
/// for the largest finite error; magenta where a value is not finite, blue where nothing was
/// written. Enlarged by a whole factor until the longer side has at least 256 pixels.
Image<std::uint8_t> heat_map(const Observation& seen, const Judgement& judgement);

}  // namespace kit::grader
