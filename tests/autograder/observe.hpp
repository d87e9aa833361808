/// @file
/// The simulator's view of a grading: every case once more in the observed build, which sees each
/// access to memory.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "judge.hpp"

namespace kit::grader {

/// Runs the cases of all stages that were begun, and did not end in a timeout, in the observed
/// worker `plan.worker`, and puts what was seen into `records` (in the order of the suite's cases).
/// A case that the simulator stops keeps the findings up to there.
void observe_cases(const JudgePlan& plan, std::vector<CaseRecord>& records);

/// Corrects what was presumed of failed cases by what the simulator found in the same calls: a line
/// that reads outside of an array explains other values in another run better than a race does. A
/// crash gets the line that it comes from.
void explain_by_findings(std::vector<CaseRecord>& records);

/// What the checks found over all cases, each cause once and those nearest to the mistake first,
/// with "cases" (how many showed it) and "case" (the first): the entries of verdict.json's
/// "findings".
nlohmann::json all_findings(const std::vector<CaseRecord>& records);

/// Sum of a counter over all launches of a report; 0 if there are none.
double counter(const nlohmann::json& report, const std::string& name);

}  // namespace kit::grader
