// A table's cells out of its points' results. Derived values are worked out here each time and are
// never stored: a table may be described anew, and old results still fill it. A cell without a
// number says why, so that no empty cell is taken for a zero.
#include "bench/driver/grid.hpp"

#include <algorithm>
#include <cmath>

namespace kit::bench {
namespace {

using nlohmann::json;

/// A derived number of a time: bandwidth, and its share of a copy's.
std::optional<double> derived(const json& result, const std::string& name) {
  const double ms = result.value("ms", 0.0), bytes = result.value("least_bytes", 0.0);
  const double copy = result.value("copy_ms", 0.0);
  if (ms <= 0 || bytes <= 0) return std::nullopt;
  if (name == "gb_per_s") return bytes / ms / 1e6;
  if (copy <= 0) return std::nullopt;
  if (name == "x_copy") return ms / copy;
  // A copy moves 8 bytes for each value; the table says how many this operation must move.
  if (name == "percent_of_copy") {
    return 100 * (bytes / ms) / (result.value("copy_bytes", 0.0) / copy);
  }
  return std::nullopt;
}

Cell measured(const Table& table, const Column& column, const Row& row, const AxisValue* best,
              const Results& results, const Choice& choice) {
  Cell cell;
  json point = point_of(table, column, row, best);
  if (point.is_null()) return cell;
  point = on_this_machine(std::move(point), choice.cuda);
  if (point.is_null()) {
    cell.missing = "needs a GPU";
    return cell;
  }
  cell.is_count = column.measure == "time" && point["measure"] == "count";
  if (cell.is_count && column.value != "ms") return cell;  // bandwidths and the like need times
  const json* const found = results.find(point, choice.quick);
  if (found == nullptr) {
    const bool peer = point["program"].get<std::string>().rfind("peer_", 0) == 0;
    cell.missing = peer ? "not on this machine" : "not measured";
    return cell;
  }
  if (found->contains("error")) {
    cell.missing = (*found)["error"];
    return cell;
  }
  cell.result = *found;
  if (point.contains("width")) {
    cell.result["copy_bytes"] =
        8.0 * point.value("width", 0.0) * point.value("height", 0.0) * point.value("channels", 1.0);
  }
  const std::string name = cell.is_count ? "sectors_per_pixel" : column.value;
  if (found->contains(name) && (*found)[name].is_number()) {
    cell.value = (*found)[name].get<double>();
  } else {
    cell.value = derived(cell.result, name);
  }
  cell.scaled = found->contains("scaled_from");
  cell.spread = found->value("spread", 0.0);
  return cell;
}

/// The value of the best axis that is the fastest most often, over all rows and columns.
void choose_best(const Table& table, const std::vector<Row>& rows, const Results& results,
                 const Choice& choice, Grid& grid) {
  std::vector<const AxisValue*> candidates;
  for (const AxisValue& value : table.best->values) {
    if (std::find(table.best_of.begin(), table.best_of.end(), value.label) != table.best_of.end() &&
        (!choice.quick || value.quick)) {
      candidates.push_back(&value);
    }
  }
  grid.best = &table.best->values[table.best->values.size() / 2];
  if (!choice.cuda) return;
  std::vector<int> wins(candidates.size(), 0);
  for (const Row& row : rows) {
    for (const Column& column : table.columns) {
      if (column.point.is_null() || column.point.value("program", "") == "cpu") continue;
      std::size_t fastest = candidates.size();
      double least = INFINITY;
      for (std::size_t n = 0; n < candidates.size(); ++n) {
        const Cell cell = measured(table, column, row, candidates[n], results, choice);
        if (cell.value && *cell.value < least) least = *cell.value, fastest = n;
      }
      if (fastest == candidates.size()) continue;
      ++wins[fastest];
      ++grid.contests;
    }
  }
  const auto most = std::max_element(wins.begin(), wins.end());
  if (most == wins.end() || *most == 0) return;
  grid.best = candidates[std::size_t(most - wins.begin())];
  grid.wins = *most;
}

/// The largest difference between the best value's time and another's, over some columns.
std::optional<double> gap(const Table& table, const Column& column, const Row& row,
                          const AxisValue* best, const Results& results, const Choice& choice) {
  std::optional<double> largest;
  for (const std::string& name : column.gap) {
    const Column& of = *table.column(name);
    const Cell chosen = measured(table, of, row, best, results, choice);
    if (!chosen.value || chosen.is_count) return std::nullopt;
    for (const AxisValue& value : table.best->values) {
      if (std::find(table.best_of.begin(), table.best_of.end(), value.label) ==
          table.best_of.end()) {
        continue;
      }
      const Cell other = measured(table, of, row, &value, results, choice);
      if (other.value)
        largest = std::max(largest.value_or(0), std::abs(*other.value - *chosen.value));
    }
  }
  return largest;
}

/// True if a row is the next step of the one before: all axes but the last agree, and both do the
/// same, if the description says what they do.
bool continues(const Row& before, const Row& row) {
  const std::size_t last = row.values.size() - 1;
  for (std::size_t n = 0; n < last; ++n) {
    if (before.values[n] != row.values[n]) return false;
  }
  return before.values[last]->let.value("does", "") == row.values[last]->let.value("does", "");
}

/// Times are compared with times only, and counts with nothing.
std::optional<double> quotient(const Cell& over, const Cell& under) {
  if (!over.value || !under.value || over.is_count || under.is_count || *under.value == 0) {
    return std::nullopt;
  }
  return *over.value / *under.value;
}

}  // namespace

Grid fill(const Table& table, const Results& results, const Choice& choice) {
  Grid grid;
  const std::vector<Row> rows = chosen_rows(table, choice);
  if (table.best) choose_best(table, rows, results, choice, grid);
  for (const Row& row : rows) {
    GridRow line;
    line.row = row;
    line.label = row.label();
    for (const Column& column : table.columns) {
      line.cells.push_back(column.point.is_null()
                               ? Cell{}
                               : measured(table, column, row, grid.best, results, choice));
    }
    for (std::size_t n = 0; n < table.columns.size(); ++n) {
      const Column& column = table.columns[n];
      Cell& cell = line.cells[n];
      if (!column.ratio.empty()) {
        cell.value = quotient(line.cells[table.index_of(column.ratio[0])],
                              line.cells[table.index_of(column.ratio[1])]);
      } else if (!column.gap.empty()) {
        cell.value = gap(table, column, row, grid.best, results, choice);
      } else if (!column.previous.empty() && !grid.rows.empty() &&
                 continues(grid.rows.back().row, row)) {
        const std::size_t of = table.index_of(column.previous);
        cell.value = quotient(grid.rows.back().cells[of], line.cells[of]);
      }
    }
    grid.rows.push_back(std::move(line));
  }
  return grid;
}

}  // namespace kit::bench
