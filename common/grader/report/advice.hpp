/// @file
/// The one thing to do next, and the headline, for one grading.
#pragma once

#include <string>

#include "grader/report/verdict_json.hpp"

namespace kit::grader {

/// One line on the whole, e.g. "2 of 3 stages pass; 'host' is wrong".
std::string headline(const Grading& grading);

/// What to try next, addressed to the student: which file, and what to look at.
std::string next_step(const Grading& grading);

/// A compiler's messages without its warnings, which after an error mostly follow from it.
std::string errors_only(const std::string& log);

}  // namespace kit::grader
