/// @file
/// What a table of common/bench/tables measures and compares: read from its description, a JSON
/// file. docs/benchmarks.md explains the format.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace kit::bench {

/// One value of an axis: what it adds to a point, and names for the description's $NAME.
struct AxisValue {
  std::string label;
  nlohmann::json set, let;
  double x = 0;       ///< its place in a plot
  bool quick = true;  ///< measured with --quick too
};

struct Axis {
  std::string title;
  std::vector<AxisValue> values;
};

/// A column holds what is measured at a point, or is computed from other columns.
struct Column {
  std::string name, title;
  nlohmann::json point;            ///< null if computed
  std::string measure;             ///< time, count, error or study
  std::string value;               ///< which number of the result
  int digits = 3;                  ///< significant ones
  std::vector<std::string> ratio;  ///< one column over another
  std::vector<std::string> gap;    ///< farthest from the best block, over these columns
  std::string previous;            ///< this column in the row before over this row
  bool hidden = false;             ///< neither printed nor plotted
};

/// Figures that a source prints: rows by label, columns by name.
struct Published {
  std::string card;
  std::vector<std::string> columns;
  std::map<std::string, std::vector<std::optional<double>>> rows;
};

struct Plot {
  std::vector<std::string> columns;
  std::string x, y;  ///< what the axes show, with units; empty y: no plot
  bool log_x = false, log_y = false, bars = false;
  std::string by_axis;  ///< title of the axis whose values are curves, if columns are not
};

struct Table {
  std::string id, title, source, note, finding;
  std::vector<std::string> labs;
  nlohmann::json common;
  std::vector<Axis> axes;
  std::optional<Axis> best;          ///< one value of it is chosen for the whole table
  std::vector<std::string> best_of;  ///< labels among which to choose
  std::vector<Column> columns;
  std::vector<Published> published;
  Plot plot;

  /// The column of that name, or nullptr.
  const Column* column(const std::string& name) const;
  /// Its place; the column must be there.
  std::size_t index_of(const std::string& name) const {
    return std::size_t(column(name) - columns.data());
  }
};

/// A row: one value of each axis.
struct Row {
  std::vector<const AxisValue*> values;
  std::string label() const;
};

/// All combinations, the last axis fastest; with `quick` only what is marked so.
std::vector<Row> rows_of(const Table& table, bool quick);

/// What is measured for a column in a row, "program", "variant", "measure" and settings; `best`
/// adds a value of the table's best axis. Throws InputError if a $NAME has no value.
nlohmann::json point_of(const Table& table, const Column& column, const Row& row,
                        const AxisValue* best);

/// Reads one description; `known` are the tables that its "like" may name. Throws InputError that
/// names the file and what is wrong.
Table read_table(const std::string& path, const nlohmann::json& text,
                 const std::map<std::string, nlohmann::json>& known);

/// All descriptions of a folder, in the order of their files' names.
std::vector<Table> read_tables(const std::string& folder);

}  // namespace kit::bench
