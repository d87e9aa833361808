/// @file
/// Failed cases of filters asked tap by tap which pixels they add.
#pragma once

#include <vector>

#include "grader/judge/judge.hpp"
#include "grader/judge/stage_causes.hpp"

namespace kit::grader {

/// Of a stage whose failed outputs (`failed`) nothing explains: calls its function with a single
/// weight that is not 0, for each weight, and says which taps go wrong, where, and what they add.
/// Says nothing, and returns false, if no failed case says where its weights are (Case::taps), or
/// if all taps are right.
bool explain_by_taps(const JudgePlan& plan, const std::vector<Case>& cases,
                     const std::vector<FailedOutput>& failed, std::vector<CaseRecord>& records);

}  // namespace kit::grader
