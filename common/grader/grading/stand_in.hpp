/// @file
/// Stages that call another stage's function are graded again, where that one does not pass, with
/// the kit's own in its place: a mistake costs the stage that it is in.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "grader/build/stand_ins.hpp"
#include "grader/judge/grading.hpp"
#include "grader/judge/judge.hpp"

namespace kit::grader {

/// By stage, the files of other stages that the kit's own replace; none of them is empty.
using StandIns = std::map<std::string, std::vector<std::string>>;

/// The files for one stage; none if it is not in the list.
std::vector<std::string> files_for(const StandIns& stand_ins, const std::string& stage);

/// For each stage that was run and does not pass: the files that its own calls, straight or by way
/// of others, whose stages do not pass either, as far as they are `available`. None for a stage
/// that cheated, or of which the kit is at fault.
StandIns choose_stand_ins(const std::vector<StageRecord>& stages, const build::Calls& calls,
                          const std::set<std::string>& available);

/// Grades such stages again, and puts what their cases showed then in the place of what they showed
/// before. A stage whose files do not link with stand-ins stays as it was. Returns what was
/// replaced. `cases` are the plan's, `grading.cases` what they showed.
StandIns grade_with_stand_ins(Grading& grading, const JudgePlan& plan,
                              const std::vector<Case>& cases);

}  // namespace kit::grader
