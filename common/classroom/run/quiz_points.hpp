/// @file
/// Bonus points for the answers that a student gave to make quiz. Nobody watched while they were
/// given; the keys come from the submitted code.
#pragma once

#include <string>

#include "grader/judge/grade_options.hpp"
#include "grader/judge/verdict_file.hpp"

namespace kit::classroom {

/// Grades the submission once more, in the simulator with the seed that the answers name, for the
/// questions and their keys: its cases are drawn as on a student's machine, and no longer from the
/// class's secret. Adds `most` bonus points in proportion to what is right, and an entry
/// that says so; what cannot be read, or is about other code, gives none and says why.
/// `options`: of the submission's grading, whose folder `out` this one writes over. `answers`: the
/// text of quiz.json.
void add_quiz(grader::VerdictFile& verdict, grader::GradeOptions options,
              const std::string& answers, double most);

}  // namespace kit::classroom
