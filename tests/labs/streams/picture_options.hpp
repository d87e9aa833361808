/// @file
/// Options of `kit run` for the labs with streams: which stage, and which Gaussian.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "grader/lab/suite.hpp"
#include "kit/error.hpp"
#include "kit/filters.hpp"
#include "labs/convolution/reference/separable.hpp"

namespace kit::grader {

struct PictureOptions {
  std::string stage, sigma;    ///< as typed
  std::vector<float> weights;  ///< of the Gaussian, as far as three standard deviations reach
};

/// `defaults`: stage and sigma. `stages`: those that there are, three or more. Throws InputError.
inline PictureOptions read_picture_options(const RunOptions& options, PictureOptions defaults,
                                           const std::vector<std::string>& stages) {
  PictureOptions result = std::move(defaults);
  for (const auto& [name, value] : options.items()) {
    if (value.is_null()) continue;
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (name == "stage")
      result.stage = text;
    else if (name == "sigma")
      result.sigma = text;
    else
      throw InputError("unknown option \"" + name + "\" for this lab: it has sigma and stage");
  }
  if (std::find(stages.begin(), stages.end(), result.stage) == stages.end())
    throw InputError(fmt::format("option stage: there is no \"{}\"; choose {} or {}", result.stage,
                                 fmt::join(stages.begin(), stages.end() - 1, ", "), stages.back()));
  const SeparableFilter filter = separate(make_filter("gaussian:" + result.sigma));
  constexpr int kMaxTaps = 31;  // of the contracts
  if (filter.taps() > kMaxTaps)
    throw InputError(
        fmt::format("option sigma: {} has {} taps; this lab takes at most {}: a "
                    "smaller SIGMA, up to 5",
                    filter.name, filter.taps(), kMaxTaps));
  result.weights = filter.row;
  return result;
}

}  // namespace kit::grader
