/// @file
/// Failed cases of linear operations asked for what a single input value leads to.
#pragma once

#include <vector>

#include "grader/judge/judge.hpp"
#include "grader/judge/stage_causes.hpp"

namespace kit::grader {

/// Of a stage whose failed outputs (`failed`) nothing explains: asks filters tap by tap
/// (explain_by_taps()) and, where that says nothing, finds an input value that counts
/// wrongly in an output, and says what a 1 there, between zeros, leads to. Nothing if no failed
/// case has a reference for other inputs (Case::reference), or if no single value is to blame.
void explain_by_impulse(const JudgePlan& plan, const std::vector<Case>& cases,
                        const std::vector<FailedOutput>& failed, std::vector<CaseRecord>& records);

}  // namespace kit::grader
