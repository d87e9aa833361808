/// @file
/// A picture of where an output is wrong.
#pragma once

#include <cstdint>

#include "grader/diagnosis/diagnosis.hpp"
#include "kit/image.hpp"

namespace kit::grader {

/// RGB picture of the absolute error: black within the tolerance, then dark red, yellow and white
/// for the largest finite error; magenta where a value is not finite, blue where nothing was
/// written. Enlarged by a whole factor until the longer side has at least 256 pixels. Of a side of
/// more than 4096 pixels only 64 are shown, those around the first that is wrong.
Image<std::uint8_t> heat_map(const Observation& seen, const Judgement& judgement);

/// RGB picture of a whole picture's absolute errors, one pixel each: in the colours of heat_map()
/// above the tolerance; within it grey, from black for 0 to mid grey for the largest such error.
/// Magenta where an error is not finite, blue where `unwritten` is not 0.
Image<std::uint8_t> error_picture(const Image<double>& error, double tolerance,
                                  const Mask& unwritten);

}  // namespace kit::grader
