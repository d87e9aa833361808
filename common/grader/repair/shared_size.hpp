/// @file
/// Whether a kernel that leaves its dynamic shared memory would be right with more of it: then the
/// launch's size and the kernel do not fit, and no index is wrong by itself.
#pragma once

#include <string>
#include <vector>

#include "grader/judge/judge.hpp"

namespace kit::repair {

/// Tries the stage's failed cases in which the dynamic shared memory was left, a few of them, with
/// more of it. If all are right, gives those cases the cause `too_little_shared` and returns true.
bool explain_by_shared_size(const grader::JudgePlan& plan, const std::string& stage,
                            const std::vector<grader::Case>& cases,
                            std::vector<grader::CaseRecord>& records);

}  // namespace kit::repair
