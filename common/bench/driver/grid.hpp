/// @file
/// A table's values, as far as they have been measured.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/driver/plan.hpp"
#include "bench/driver/results.hpp"

namespace kit::bench {

/// One cell: a value, or why there is none.
struct Cell {
  std::optional<double> value;
  bool is_count = false;  ///< sectors per pixel in place of a time, where there is no GPU
  bool scaled = false;    ///< from a part of the image
  double spread = 0;
  nlohmann::json result;  ///< everything that was measured at the point; null if computed
  std::string missing;
};

struct GridRow {
  Row row;
  std::string label;
  std::vector<Cell> cells;  ///< in the order of the table's columns
};

struct Grid {
  std::vector<GridRow> rows;
  const AxisValue* best = nullptr;  ///< the chosen value of the best axis
  int wins = 0, contests = 0;       ///< how often it was the fastest
};

Grid fill(const Table& table, const Results& results, const Choice& choice);

}  // namespace kit::bench
