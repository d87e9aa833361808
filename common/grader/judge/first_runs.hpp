/// @file
/// How far the first runs of a grading have come, for the observed runs that follow them case by
/// case in another worker.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace kit::grader {

/// By stage, the index of its case that did not end in time.
using StoppedCases = std::map<std::string, std::size_t>;

/// Told by one thread, asked by another.
class FirstRuns {
 public:
  /// The cases before `count` have run, or were skipped; `stopped` are those that did not end.
  void note(std::size_t count, const StoppedCases& stopped);
  /// This case has crashed. Told before note() counts it.
  void note_crash(std::size_t index);
  /// No other case will run: nobody waits from now on.
  void finish();
  /// Waits until the case `index` has had its turn. The case of its stage, up to this one, that did
  /// not end in time; none if there is no such case.
  std::optional<std::size_t> stopped(const std::string& stage, std::size_t index) const;
  /// Waits likewise. True if the case has crashed.
  bool crashed(std::size_t index) const;

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable noted_;
  std::size_t count_ = 0;
  StoppedCases stopped_;
  std::set<std::size_t> crashed_;
};

/// Finishes the runs where it goes out of scope, after an error too.
class FinishFirstRuns {
 public:
  explicit FinishFirstRuns(FirstRuns& runs) : runs_(runs) {}
  ~FinishFirstRuns() { runs_.finish(); }
  FinishFirstRuns(const FinishFirstRuns&) = delete;
  FinishFirstRuns& operator=(const FinishFirstRuns&) = delete;

 private:
  FirstRuns& runs_;
};

}  // namespace kit::grader
