/// @file
/// The taps of a filter's sum: which pixel each weight belongs to.
#pragma once

#include <string>

namespace kit::grader {

/// The weights of one sum: a square filter's, or those of one pass of a separable one.
struct TapGrid {
  std::string name;           ///< as the contract has it: "row_weights"
  int columns = 1, rows = 1;  ///< tap (i, j) belongs to (x + i - columns / 2, y + j - rows / 2)
};

}  // namespace kit::grader
