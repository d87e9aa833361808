/// @file
/// Causes that hold for a stage: the failed cases of a stage have, as a rule, one mistake in
/// common, and a single case often fits several.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/diagnosis/diagnosis.hpp"
#include "grader/judge/judge.hpp"

namespace kit::grader {

/// What is known about one failed case's output.
struct FailedOutput {
  std::size_t index = 0;  ///< of the case
  Judgement judgement;
  std::vector<ModelMatch> matches;
};

/// The fewest models that together explain all outputs which any model explains, the one that
/// explains most first; among equals the suite's order counts. None that explains fewer than a
/// third of a function's failed cases where some of those have no model: a mistake is, as a rule,
/// in all of them. Degenerate cases have a say only where no other failed, and one model explains
/// all of them, three at least.
std::vector<std::string> covering_models(const std::vector<Case>& cases,
                                         const std::vector<FailedOutput>& failed);

/// The first of the `models` that explains the output; empty if none does.
Diagnosis explanation_by(const std::vector<std::string>& models, const FailedOutput& failed);

/// Takes back causes that only the pattern of one case's errors suggests (CaseRecord::by_pattern)
/// where another failed case of the same function contradicts or where only degenerate cases show
/// it. `failed` are the failed outputs of one stage.
void settle_patterns(const std::vector<Case>& cases, const std::vector<FailedOutput>& failed,
                     std::vector<CaseRecord>& records);

/// Whether a mistake of this cause shows what was in memory before, which at times is another
/// call's.
bool depends_on_leftovers(const std::string& cause);

}  // namespace kit::grader
