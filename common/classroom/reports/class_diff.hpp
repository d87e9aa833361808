/// @file
/// What differs between two class runs, and why.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "classroom/reports/reports.hpp"

namespace kit::classroom {

/// One student's lab that is not as it was.
struct GradeChange {
  std::string student, lab;
  std::string verdict_before, verdict_after;        ///< empty if it was not there
  std::optional<double> score_before, score_after;  ///< none without a score
  std::vector<std::string> reasons;
};

struct ClassDiff {
  std::vector<GradeChange> changes;
  std::size_t unchanged = 0;
};

/// Compares the scores of two gradebooks. Listed is whatever has another verdict or score, other
/// content, or another decision by hand.
ClassDiff class_diff(const std::vector<ScoredGrade>& before, const std::vector<ScoredGrade>& after);

std::string diff_text(const ClassDiff& diff);
std::string diff_csv(const ClassDiff& diff);

}  // namespace kit::classroom
