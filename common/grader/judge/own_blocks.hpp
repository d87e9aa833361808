/// @file
/// Whether a stage launches blocks of the size that its callers ask for.
#pragma once

#include <vector>

#include "grader/judge/judge.hpp"

namespace kit::grader {

/// A function that takes a block and launches none with as many threads, in case after case, has a
/// block of its own: the first such case gets a finding of that, FindingKind::own_block.
void note_own_blocks(std::vector<CaseRecord>& records);

}  // namespace kit::grader
