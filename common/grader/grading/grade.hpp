/// @file
/// Grades one lab from its sources to verdict.json.
#pragma once

#include "grader/judge/grade_options.hpp"
#include "grader/judge/verdict_file.hpp"

namespace kit::grader {

/// Builds, runs, judges and writes verdict.json, and returns its content. Throws kit::Error.
VerdictFile grade(const GradeOptions& options);

}  // namespace kit::grader
