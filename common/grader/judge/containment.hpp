/// @file
/// Where student code is compiled and run, if it is not simply the caller's own process.
#pragma once

#include <string>
#include <vector>

#include "grader/build/build_request.hpp"

namespace kit::grader {

/// A sandbox, as the judge sees it. What it starts takes its limits of time, address space and
/// output from the process that starts it.
class Containment {
 public:
  virtual ~Containment() = default;
  /// The whole command that builds a worker in `out`.
  virtual std::vector<std::string> build_command(const BuildRequest& request) const = 0;
  /// What stands before a worker's path to run it.
  virtual std::vector<std::string> worker_wrapper(const std::string& worker) const = 0;
};

}  // namespace kit::grader
