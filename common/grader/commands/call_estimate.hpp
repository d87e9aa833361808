/// @file
/// The estimate of `make profile`: how long the launches of a lab's function would take on a card,
/// on square pictures of a chosen size.
#pragma once

#include <atomic>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "estimate/launch.hpp"
#include "grader/judge/judge.hpp"
#include "grader/lab/lab_config.hpp"
#include "grader/lab/suite.hpp"

namespace kit::grader {

/// What nvcc makes of the .cu files in a folder, each compiled when it is first asked for.
class KernelReader {
 public:
  KernelReader(const std::string& root, const std::string& lab, std::string folder,
               estimate::Card card);

  /// The kernels of the files in which the call's launches stand, and of all others if one of these
  /// launches is of a kernel that is in none of them; none without nvcc. Throws InputError if a
  /// file does not compile.
  const estimate::Kernels& kernels_of(const estimate::SeenCall& call);
  /// True once a file was to be compiled, and nvcc was not here.
  bool lacks_nvcc() const { return lacks_nvcc_; }

 private:
  void read(const std::set<std::string>& wanted);
  estimate::Kernels read_file(const std::string& name);

  std::string contract_, compiler_, folder_;
  std::filesystem::path made_;
  estimate::Card card_;
  std::filesystem::file_time_type newest_;
  std::set<std::string> unread_;
  estimate::Kernels kernels_;
  std::atomic<bool> lacks_nvcc_ = false;
};

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
                         int width, int height, int size, KernelReader& kernels,
                         const estimate::Card& card);

/// One line: "  estimate for H200 SXM, 4096x4096: 0.0331 ms, bound by ...".
std::string estimate_line(const estimate::LaunchEstimate& launch, const estimate::Card& card,
                          int size);

}  // namespace kit::grader
