/// @file
/// The evidence of lab 06's challenges.
#pragma once

#include <vector>

#include "grader/lab/suite.hpp"

namespace kit::grader {

inline constexpr int kManyPixels = 90'000;  ///< from which on a case counts for the evidence
/// Width, height and radius of box_sliding()'s case that counts.
inline constexpr int kSlidingSide = 400, kSlidingRadius = 60;

/// The table in one pass: no races nor stray accesses, and every sum written once. A table of two
/// passes writes it twice; what tiles tell each other takes little beside it.
EvidenceResult check_one_pass(const std::vector<CaseResult>& all);

/// The box filter without a table: no races nor stray accesses; one byte is stored for a value, so
/// no sums are; and the loads do not grow as the window does. It has 121 rows in the case that
/// counts.
EvidenceResult check_no_table(const std::vector<CaseResult>& all);

}  // namespace kit::grader
