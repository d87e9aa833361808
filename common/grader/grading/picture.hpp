/// @file
/// A lab's function on a picture.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "grader/judge/grade_options.hpp"
#include "grader/lab/lab_config.hpp"
#include "grader/lab/suite.hpp"
#include "kit/image.hpp"

namespace kit::grader {

/// `kit run`
struct PictureCommand {
  std::string lab, image, out, source = "labs", backend;
  nlohmann::json options = nlohmann::json::object();  ///< filter, border and others, as typed
};
int run_picture(const PictureCommand& command);

/// A filtered picture, and how far the student's channels are from the oracle's.
struct FilteredPicture {
  Image<std::uint8_t> picture;
  std::string description;  ///< of the filter, e.g. "gaussian5, clamp border"
  double max_abs_error = 0;
  double tolerance = 0;
  double seconds = 0;  ///< wall clock of the calls
  /// Only if a comparison was asked for:
  Image<std::uint8_t> reference;  ///< what the oracle gives
  Image<double> error;            ///< of each pixel the worst channel's; infinite if not finite
  /// Not 0 where a value was never written, as far as that shows: a float keeps its poison.
  Image<std::uint8_t> unwritten;
};

/// What to do besides filtering.
enum class PictureDetail {
  plain,    ///< values that are not finite are an error
  compared  ///< they are black and show in `error`; `reference` and `error` are filled
};

/// Sends every colour channel through the lab's function in a worker; alpha is kept as it is,
/// values are rounded to 8 bits. `worker` is a program that build_worker made. Throws InputError
/// for bad options, and Error with exit code 1 if the student's code gives no result.
FilteredPicture filter_picture(const Image<std::uint8_t>& picture, const LabConfig& config,
                               const RunOptions& run_options, const std::string& worker,
                               Backend backend, PictureDetail detail = PictureDetail::plain);

/// What `kit run` and `kit view` do first: everything about the command is checked before any work
/// is done, the lab is built, the picture is read and filtered. `extensions` are those that the
/// output's name may have. Throws InputError, and Error with exit code 1 if the lab was not begun,
/// does not compile or gives no result.
struct PictureRun {
  GradeOptions options;
  LabConfig config;
  Image<std::uint8_t> input;
  FilteredPicture result;
  bool right() const { return result.max_abs_error <= result.tolerance; }
};
PictureRun run_on_picture(const PictureCommand& command, const std::vector<std::string>& extensions,
                          PictureDetail detail);

}  // namespace kit::grader
