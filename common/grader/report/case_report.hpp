/// @file
/// The part of the report that says what is wrong: stages with their cases, and findings.
#pragma once

#include "grader/judge/verdict_file.hpp"
#include "grader/support/terminal.hpp"

namespace kit::grader {

/// Appends a stage: its points, the failures, of which the first are explained, or else the case
/// that came closest to its tolerance.
void add_stage(TextReport& text, const VerdictFile& verdict, const StageRecord& stage);

/// Appends what the simulator's checks found, each cause once; nothing if they found nothing.
void add_findings(TextReport& text, const std::vector<CommonFinding>& findings);

}  // namespace kit::grader
