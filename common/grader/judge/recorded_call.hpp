/// @file
/// One call of a grading, run once more so that what one block of each launch did can be watched.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/judge/judge.hpp"
#include "grader/judge/record_request.hpp"

namespace kit::grader {

/// A call and its launches, of which some have a recording.
struct RecordedCall {
  std::size_t index = 0;  ///< of the case
  std::string why;        ///< why this block, as the end of a sentence: "it has the worst pixel"
  std::vector<LaunchObservations> launches;
  unsigned warp = 0;  ///< of the thread that a finding names
  int line = 0;       ///< of the finding; 0 without one
};

/// Throws RecordError that lists the stages if the lab has none of this id.
void check_stage(const LabConfig& config, const std::string& id);

/// Runs a case in the observed worker `plan.worker`, and records one block of each of its first
/// launches. Of a stage that fails it is the block that the simulator found something in, or that
/// holds the worst pixel of the case with a picture of its errors; else one from the middle of a
/// small case. Nothing if no case was observed. Throws RecordError if there is no such stage, case
/// or block.
std::optional<RecordedCall> record_call(const JudgePlan& plan, const std::vector<Case>& cases,
                                        const std::vector<CaseRecord>& records,
                                        const RecordRequest& request);

}  // namespace kit::grader
