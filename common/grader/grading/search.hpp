/// @file
/// The search for the word that is wrong (grader/repair), as a part of a grading.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "grader/grading/stand_in.hpp"
#include "grader/judge/grading.hpp"
#include "grader/judge/judge.hpp"

namespace kit::grader {

/// Looks in the student's own code for the word that is wrong, where nothing else told the mistake,
/// and says so in the cases of `grading`. `plan` and `cases` are those that were judged, with what
/// stood in for earlier stages. `before`, if any, is told each file that is searched. Does nothing
/// in a class. Throws as build_lab() does.
void search_mistakes(Grading& grading, const JudgePlan& plan, const std::vector<Case>& cases,
                     const StandIns& stand_ins,
                     const std::function<void(const std::string& file)>& before);

}  // namespace kit::grader
