/// @file
/// Filters that are the product of a row and a column.
#pragma once

#include <string>
#include <vector>

#include "kit/filters.hpp"

namespace kit {

/// A separable filter: two vectors of the same odd length. It stands for the square filter whose
/// weight at column i, row j is column[j] * row[i]; applied along x and then along y it takes
/// 2 * taps() products a pixel where the square takes taps()^2.
struct SeparableFilter {
  std::string name;           ///< of the square filter
  std::vector<float> row;     ///< weights along x
  std::vector<float> column;  ///< weights along y
  /// Length of either vector.
  int taps() const { return static_cast<int>(row.size()); }
  /// How far it reaches from the middle.
  int radius() const { return taps() / 2; }
};

/// Checks that both vectors have the same odd length, 1 to kMaxFilterWidth. Throws InputError.
void validate(const SeparableFilter& filter);

/// Takes a square filter apart. It is a product if its rows are multiples of one another: one of
/// them, scaled so that its magnitudes sum to 1, is the row, and their factors are the column.
/// Products differ from the filter's weights by at most 2^-20 of the largest one, which is
/// rounding. Throws InputError if the filter is none, or all zeros.
SeparableFilter separate(const Filter& filter);

}  // namespace kit
