/// @file
/// The cases of lab 02's steps towards its kernel, and of its bug to find.
#pragma once

#include <cstdint>
#include <vector>

#include "grader/lab/suite.hpp"

namespace kit::grader {

/// The steps' cases, fresh for every seed: stages write_x, any_size and one_tap.
std::vector<Case> step_cases(std::uint64_t seed);

/// Stage bug: square images, which the bug leaves right, and others.
std::vector<Case> bug_cases(std::uint64_t seed);

/// True for the stages that evidence is about. Neither a step nor a bug that was tried in vain
/// takes any from a kernel that is right.
bool counts_for_evidence(const CaseResult& result);

}  // namespace kit::grader
