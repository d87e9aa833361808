/// @file
/// Failed cases called once more, each in a process of its own: what that changes tells what was
/// kept from other calls, or read from the output.
#pragma once

#include <vector>

#include "grader/judge/judge.hpp"
#include "grader/judge/stage_causes.hpp"

namespace kit::grader {

/// A case that is right alone was spoilt by what an earlier call left: "stale_state". `failed` are
/// outputs of one stage, of the cases with records.
void find_stale_state(const JudgePlan& plan, const std::vector<Case>& cases,
                      const std::vector<FailedOutput>& failed, std::vector<CaseRecord>& records);

/// The same for the first call of each stage that crashed or did not end.
void find_stale_stop(const JudgePlan& plan, const std::vector<Case>& cases,
                     std::vector<CaseRecord>& records);

/// A case that is right where its output holds zeros before the call adds to what the output holds:
/// "uninitialised_read". `failed` are outputs of one stage.
void find_use_of_output(const JudgePlan& plan, const std::vector<Case>& cases,
                        const std::vector<FailedOutput>& failed, std::vector<CaseRecord>& records);

}  // namespace kit::grader
