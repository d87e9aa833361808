/// @file
/// The terminal report: everything in it comes from verdict.json.
#pragma once

#include <string>

#include "grader/judge/verdict_file.hpp"

namespace kit::grader {

/// The report as text of at most 80 columns. `page`: where it is as a page; empty if there is none.
std::string report(const VerdictFile& verdict, bool colour, const std::string& page = "");

/// The report in two pieces, which make it together: what is known before speed is measured, which
/// takes longer than all the rest, and what comes after it.
std::string report_before_timing(const VerdictFile& verdict, bool colour);
std::string report_from_timing(const VerdictFile& verdict, bool colour,
                               const std::string& page = "");

}  // namespace kit::grader
