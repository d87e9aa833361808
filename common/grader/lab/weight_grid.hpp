/// @file
/// The weights of a filter as a student knows them, by column and row.
#pragma once

#include <string>
#include <vector>

namespace kit::grader {

/// Names are "weight (column, row)".
struct WeightGrid {
  int columns = 0;             ///< 0: there are none
  std::vector<double> values;  ///< row by row
  std::string noun = "weight";
};

}  // namespace kit::grader
