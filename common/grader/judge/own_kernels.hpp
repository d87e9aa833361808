/// @file
/// Whether a stage launches a kernel of its own.
#pragma once

#include <vector>

#include "grader/judge/judge.hpp"

namespace kit::grader {

/// A stage is there for its own kernel. One whose right cases launch kernels in files of other
/// stages alone, calls their functions: its first case gets a finding of that,
/// FindingKind::no_own_kernel. Launches in a header count as its own; cases do not count that go on
/// to another stage by the contract, nor stages of which lab.json says that they "compose".
void note_no_own_kernel(const LabConfig& config, const std::vector<Case>& cases,
                        std::vector<CaseRecord>& records);

}  // namespace kit::grader
