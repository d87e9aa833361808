/// @file
/// Finds the type in a student's file that is wrong: too narrow, without a sign, or whole.
#pragma once

#include <functional>
#include <optional>
#include <set>

#include "grader/repair/conclusion.hpp"
#include "grader/repair/repair.hpp"
#include "grader/repair/switched_worker.hpp"

namespace kit::repair {

/// Builds the student's code with other types in some lines, or in all if the set is empty
/// (build_widened()).
using BuildWidened =
    std::function<std::optional<WidenedWorker>(Widening widening, const std::set<int>& only)>;

/// The mistake, if the student's code with other types is right in all cases, and its lines are few
/// enough to name.
std::optional<Repair> find_wrong_type(const grader::JudgePlan& plan, const BuildWidened& build,
                                      const SearchCases& cases);

}  // namespace kit::repair
