/// @file
/// The terminal report: everything in it comes from verdict.json.
#pragma once

#include <string>

#include "grader/judge/verdict_file.hpp"

namespace kit::grader {

/// The report as text of at most 80 columns.
std::string report(const VerdictFile& verdict, bool colour);

}  // namespace kit::grader
