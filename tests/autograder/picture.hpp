/// @file
/// A lab's function on a picture.
#pragma once

#include <cstdint>
#include <string>

#include "grade.hpp"
#include "kit/image.hpp"
#include "suite.hpp"

namespace kit::grader {

/// A filtered picture, and how far the student's channels are from the oracle's.
struct FilteredPicture {
  Image<std::uint8_t> picture;
  std::string description;  ///< of the filter, e.g. "gaussian5, clamp border"
  double max_abs_error = 0;
  double tolerance = 0;
  double seconds = 0;  ///< wall clock of the calls
};

/// Sends every colour channel through the lab's function in a worker; alpha is kept as it is,
/// values are rounded to 8 bits. `worker` is a program that build_worker made. Throws InputError
/// for bad options, and Error with exit code 1 if the student's code gives no result.
FilteredPicture filter_picture(const Image<std::uint8_t>& picture, const LabConfig& config,
                               const RunOptions& run_options, const std::string& worker,
                               Backend backend);

}  // namespace kit::grader
