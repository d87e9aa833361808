/// @file
/// Where student code is compiled and run, if it is not simply the caller's own process.
#pragma once

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "grader/build/build_request.hpp"

namespace kit::grader {

/// Seconds that several may spend together, from several threads too: a submission that is slow
/// just within the limit of each call costs the class no more than its share.
class TimeBudget {
 public:
  explicit TimeBudget(double seconds) : seconds_(seconds) {}
  double seconds() const { return seconds_; }
  double left() const { return std::max(0.0, seconds_ - spent_); }
  void spend(double seconds) { spent_ += seconds; }

 private:
  double seconds_;
  std::atomic<double> spent_ = 0;
};

/// What all builds of one grading may take together.
struct BuildBudget {
  TimeBudget processor;  ///< seconds of the processors, added up
  TimeBudget clock;      ///< seconds of each build, added up
};

/// A sandbox, as the judge sees it. What it starts takes its limits of time, address space and
/// output from the process that starts it.
class Containment {
 public:
  virtual ~Containment() = default;
  /// The whole command that builds a worker in `out`.
  virtual std::vector<std::string> build_command(const BuildRequest& request) const = 0;
  /// What stands before a worker's path to run it.
  virtual std::vector<std::string> worker_wrapper(const std::string& worker) const = 0;
  /// Of all calls. Null: only each call has a limit.
  virtual TimeBudget* budget() const { return nullptr; }
  /// Null: only each build has a limit.
  virtual BuildBudget* build_budget() const { return nullptr; }
};

}  // namespace kit::grader
