/// @file
/// What the student's report says in whatever format it is written.
#pragma once

#include <string>
#include <vector>

#include "classroom/reports/checks.hpp"

namespace kit::classroom {

/// "90 of 100 (10 less for lateness)".
std::string points_of(const ScoredGrade& one);
/// What the student's code printed, or why that is not shown.
std::string printed_by(const Grade& grade);
/// "Jane Doe (1001)".
std::string name_of(const Student& student);
/// The points of one check: "+10 of 10".
std::string points_cell(const Check& check);
/// When, where and in which sandbox.
std::string sandbox_line(const ScoredGrade& one);
/// Rows of the timing table: name, time, speedup, remark.
std::vector<std::vector<std::string>> timing_rows(const Grade& grade);

}  // namespace kit::classroom
