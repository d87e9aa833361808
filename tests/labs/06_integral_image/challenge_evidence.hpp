/// @file
/// The evidence of lab 06's challenges, rung by rung.
#pragma once

#include <string>
#include <vector>

#include "grader/lab/suite.hpp"

namespace kit::grader {

inline constexpr int kManyPixels = 90'000;  ///< from which on a case counts for the evidence
inline constexpr int kManyTiles = 19'000;   ///< ... a case of table_in_tiles()
/// Width, height and radius of box_sliding()'s case that counts.
inline constexpr int kSlidingSide = 400, kSlidingRadius = 60;
/// The same of box_in_strips().
inline constexpr int kStripsSide = 140, kStripsRadius = 24;
/// Limits of both, as in lab.hpp.
inline constexpr int kMaxFreeRadius = 250, kMinFreeWidth = 8;

/// Whether a stage is a rung of a challenge; these have evidence of their own.
bool is_rung(const std::string& stage);

/// The table tile by tile: no races nor stray accesses, every sum written once and a pixel read
/// twice. Sums of tiles take little beside it.
EvidenceResult check_tile_sums(const std::vector<CaseResult>& all);

/// The table in one pass: no races nor stray accesses, and every sum written once. A table of two
/// passes writes it twice; what tiles tell each other takes little beside it.
EvidenceResult check_one_pass(const std::vector<CaseResult>& all);

/// The box filter without a table: no races nor stray accesses; one byte is stored for a value, so
/// no sums are; and the loads do not grow as the window does. It has 49 rows in the case that
/// counts, and 121 in that of rung 2.
EvidenceResult check_column_sums(const std::vector<CaseResult>& all);
EvidenceResult check_no_table(const std::vector<CaseResult>& all);

}  // namespace kit::grader
