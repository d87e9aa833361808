/// @file
/// Grades one lab from its sources to verdict.json.
#pragma once

#include <functional>
#include <string>

#include "grader/judge/grade_options.hpp"
#include "grader/judge/verdict_file.hpp"

namespace kit::grader {

/// Called before what may take long.
struct GradeSteps {
  /// A word of this file is looked for that would mend it (search_mistakes).
  std::function<void(const std::string& file)> search = {};
  /// Speed is measured; the verdict is final but for the times.
  std::function<void(const VerdictFile&)> timing = {};
};

/// Builds, runs, judges and writes verdict.json, and returns its content. Throws kit::Error.
VerdictFile grade(const GradeOptions& options, const GradeSteps& before = {});

}  // namespace kit::grader
