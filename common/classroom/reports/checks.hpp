/// @file
/// A verdict.json as the list of things that earn points: what all course systems' formats show.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "classroom/reports/reports.hpp"

namespace kit::classroom {

/// As much of a compiler's messages, or of one check's, as reports show.
inline constexpr std::size_t kLogBytes = 8 * 1024;

/// One stage or one piece of evidence.
struct Check {
  std::string id, name;
  grader::Verdict verdict = grader::Verdict::grader_fault;
  double points = 0, max_points = 0;
  bool bonus = false;
  std::string message;  ///< plain text, several lines
  bool passed() const { return verdict == grader::Verdict::passed; }
};

/// The checks of a grade; one that stands for all of it if nothing could be run.
std::vector<Check> checks_of(const Grade& grade);

/// The verdict in words: "timed out".
std::string display_name(grader::Verdict verdict);

/// The compiler's messages, shortened; empty if there are none.
std::string build_log(const Grade& grade, std::size_t max_bytes);

/// A number in three digits; "inf" or "nan" where it is not finite.
std::string shown(double value);

/// The max-abs-error of a case, "-" if there was no output.
std::string shown_error(const grader::CaseRecord& record);

/// The largest speedup over one core of the CPU that counts, or 0.
double best_speedup(const Grade& grade);

}  // namespace kit::classroom
