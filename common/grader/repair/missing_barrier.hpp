/// @file
/// Whether a barrier more could be all that is missing.
#pragma once

#include <string>
#include <vector>

#include "grader/judge/judge.hpp"
#include "grader/repair/switched_worker.hpp"

namespace kit::repair {

/// A case of the stage whose threads meet in shared memory, so that a barrier is asked for, and
/// whose output is wrong; null if there is none.
const grader::Case* case_with_shared_race(const std::string& stage,
                                          const std::vector<grader::Case>& cases,
                                          const std::vector<grader::CaseRecord>& records);

/// True if the case is wrong with a barrier more in any one place. `worker` has barriers as its
/// edits. False if it is right with one of them, or if not all could be tried.
bool no_barrier_mends(const grader::JudgePlan& plan, const SwitchedWorker& worker,
                      const grader::Case& one);

/// Says so wherever the stage's cases are told to lack a barrier.
void doubt_barrier(const std::string& stage, std::vector<grader::CaseRecord>& records);

}  // namespace kit::repair
