/// @file
/// The simulator's view of a grading: every case once more in the observed build, which sees each
/// access to memory.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grader/judge/judge.hpp"

namespace kit::grader {

/// What the simulator saw of one case.
struct ObservedCase {
  std::optional<Observations> observations;
  std::optional<Verdict> verdict;  ///< none if it was not run, or returned
  bool right = true;               ///< whether the output is, if there is one
  std::string message;             ///< how it ended, if it did not return
  std::string fault;               ///< what the simulator said of a crash of the host's code
};

/// Runs those of the plan's cases that are for the observer, and whose stage was begun, in the
/// observed worker `plan.worker`. A case that the simulator stops keeps the findings up to there.
/// Each waits for its first run in `first`. A case that did not end there is run if it is the first
/// such: the simulator counts steps, and names the loop; those that follow in its stage are not.
/// The first case of a stage that crashed is run though it may not be for the observer. One result
/// for each case.
std::vector<ObservedCase> observe_cases(const JudgePlan& plan, const std::vector<Case>& cases,
                                        const FirstRuns& first);

/// Puts what was seen into the records of the same cases.
void add_observations(std::vector<ObservedCase> seen, std::vector<CaseRecord>& records);

/// Fails what only seemed right. A finding that the code wrote to memory of the simulator is
/// `cheated`. A program whose output is right when nobody looks, and wrong in the observed run
/// without anything found that explains it, knows that it is observed. Counts of a call that the
/// simulator stopped are dropped: what would have come next is not in them.
void distrust_observed(std::vector<CaseRecord>& records);

/// Corrects what was presumed of failed cases by what the simulator found in the same calls: a line
/// that reads outside of an array explains other values in another run better than a race does. A
/// crash gets the line that it comes from.
void explain_by_findings(std::vector<CaseRecord>& records);

/// Judges the plan's cases, and has each looked at in the worker `observed_worker` as well; empty:
/// in none.
Judged judge_observed(const JudgePlan& plan, const std::vector<Case>& cases,
                      const std::string& observed_worker);

/// True of a cause that many mistakes lead to, some of them only now and then.
bool is_vague_cause(const std::string& cause);

/// All that the simulator found in a case, before it was run again with stand-ins too.
std::vector<Finding> findings_of(const CaseRecord& record);

/// What the checks found over all cases, each cause once and those nearest to the mistake first.
std::vector<CommonFinding> all_findings(const std::vector<CaseRecord>& records);

}  // namespace kit::grader
