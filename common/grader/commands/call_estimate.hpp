/// @file
/// The estimate of `make profile`: how long the launches of a lab's function would take on a card,
/// on square pictures of a chosen size.
#pragma once

#include <string>
#include <vector>

#include "estimate/launch.hpp"
#include "grader/judge/judge.hpp"
#include "grader/lab/lab_config.hpp"
#include "grader/lab/suite.hpp"

namespace kit::grader {

/// The kernels of the .cu files in `folder`, by nvcc; none without nvcc. Throws InputError if a
/// file does not compile.
estimate::Kernels read_kernels(const std::string& root, const std::string& lab,
                               const std::string& folder, const estimate::Card& card);

/// The same call on pictures of `size` pixels a side: of its inputs and outputs those as large as
/// `width` x `height` become square, and hold noise.
Call resized(const Call& call, int width, int height, int size);

/// What became of an estimate: launches, or why there are none.
struct CallEstimate {
  std::vector<estimate::LaunchEstimate> launches;
  std::string trouble;
};

/// Runs `call` of `width` x `height` pixels at two small sizes in the observed simulator, and at
/// `size` without running kernels.
CallEstimate estimate_at(const JudgePlan& plan, const LabConfig& config, const Call& call,
                         int width, int height, int size, const estimate::Kernels& kernels,
                         const estimate::Card& card);

/// One line: "  estimate for H200 SXM, 4096x4096: 0.0331 ms, bound by ...".
std::string estimate_line(const estimate::LaunchEstimate& launch, const estimate::Card& card,
                          int size);

}  // namespace kit::grader
