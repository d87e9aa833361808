/// @file
/// The part of the report that says what is wrong: stages with their cases, and findings.
#pragma once

#include "grader/judge/verdict_file.hpp"
#include "grader/support/terminal.hpp"

namespace kit::grader {

/// Appends the stages: their points, and the failures, of which the first of each cause is
/// explained, or else the numbers of the case that came closest to its tolerance.
void add_stages(TextReport& text, const VerdictFile& verdict);

/// Appends what the simulator's checks found, each cause once; nothing if they found nothing.
void add_findings(TextReport& text, const std::vector<CommonFinding>& findings);

}  // namespace kit::grader
