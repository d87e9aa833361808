/// @file
/// How fast the student's code is, beside the kit's own CPU version. Speed never costs points.
#pragma once

#include <string>
#include <vector>

#include "grader/judge/baselines.hpp"
#include "grader/judge/session.hpp"
#include "grader/lab/suite.hpp"
#include "kit/statistics.hpp"

namespace kit::grader {

/// One row of the timing table; all times are medians in milliseconds, 0 where not measured.
struct TimingRecord {
  std::string name, stage;
  int width = 0, height = 0;
  double student_ms = 0, spread = 0;
  int launches = 0;
  double cpu_one_thread_ms = 0, cpu_all_cores_ms = 0;
  int cpu_threads = 0;
  double gb_per_s = 0;       ///< fewest bytes the operation must move / student_ms
  double copy_gb_per_s = 0;  ///< bytes read and written by a device-to-device copy of the output
  bool conclusive = false;   ///< all spreads are at most kConclusiveSpread
  bool verified = false;     ///< all that was looked at of the outputs is right
  bool counts = false;       ///< verified, and nothing speaks against the times
  std::string note;          ///< what speaks against them, or why there are none

  double speedup() const { return counts && student_ms > 0 ? cpu_one_thread_ms / student_ms : 0; }
  double speedup_all_cores() const {
    return counts && student_ms > 0 ? cpu_all_cores_ms / student_ms : 0;
  }
  double percent_of_copy() const { return copy_gb_per_s > 0 ? 100 * gb_per_s / copy_gb_per_s : 0; }
};

/// Measures one plan: launches on fresh data until the spread is small or a cap is reached, checks
/// the first output and more than half of the others in lines that are drawn afterwards, and sets
/// the times beside those of the CPU baseline.
TimingRecord measure(const TimingPlan& plan, Session& session, const BaselineStore& store);

}  // namespace kit::grader
