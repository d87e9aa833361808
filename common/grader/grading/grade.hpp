/// @file
/// Grades one lab from its sources to verdict.json.
#pragma once

#include <functional>

#include "grader/judge/grade_options.hpp"
#include "grader/judge/verdict_file.hpp"

namespace kit::grader {

/// Builds, runs, judges and writes verdict.json, and returns its content. If speed is to be
/// measured, `before_timing` gets the verdict as it stands before that: all but the times is final.
/// Throws kit::Error.
VerdictFile grade(const GradeOptions& options,
                  const std::function<void(const VerdictFile&)>& before_timing = {});

}  // namespace kit::grader
