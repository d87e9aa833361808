/// @file
/// Lab 04's small stages: the three steps towards stage tile, and the bug to find.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grader/lab/suite.hpp"

namespace kit::grader::lab04 {

/// Cases of the stages fill, turn and mean.
std::vector<Case> step_cases(std::uint64_t seed);

/// Cases of the stage bug.
std::vector<Case> bug_cases(std::uint64_t seed);

/// True for the stages that the lab is about: none of the above.
bool is_main_stage(const std::string& stage);

/// What a step is to practise: values go into shared memory and are read from there, and all
/// threads of a block come to the same barrier. A step that was left out says nothing.
EvidenceResult check_steps(const std::vector<CaseResult>& results);

}  // namespace kit::grader::lab04
