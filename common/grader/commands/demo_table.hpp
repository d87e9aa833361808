/// @file
/// The table of `kit demo`: one lab a line.
#pragma once

#include <string>
#include <vector>

namespace kit::grader {

/// One lab of the ladder, every value as text.
struct Rung {
  std::string lab, title, error, evidence, cpu, time, speedup;
  bool passed = false;
};

/// The table with its heading, for a terminal. Columns grow with their values, so that at least one
/// blank stands between two of them; a value above the column's limit is cut, with "..".
std::string demo_table(const std::vector<Rung>& rungs, bool colour);

}  // namespace kit::grader
