/// @file
/// Finds the word of the host's code that lets two streams meet: the one whose exchange orders what
/// they do, with the same work in as many streams.
#pragma once

#include <optional>
#include <string>

#include "grader/judge/judge.hpp"
#include "grader/repair/repair.hpp"

namespace kit::repair {

/// `observed` is the observed simulator's build of the stage's file, with edits; `source` its text.
/// None without cases in which streams meet, if no edit orders them all, or if a limit ended the
/// search.
std::optional<Repair> find_order(const grader::JudgePlan& plan, const SwitchedWorker& observed,
                                 const std::string& source, const SearchCases& cases);

}  // namespace kit::repair
