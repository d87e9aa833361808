// Tables are data: what they measure, over which axes, and what was published. Descriptions are
// written by hand, so that every key is checked: a misspelt one would else be a column that is
// silently not measured.
#include "bench/driver/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "kit/error.hpp"

namespace kit::bench {
namespace {

using nlohmann::json;

/// Throws InputError for a key that no description has: most likely a slip of the pen.
void check_keys(const json& object, const std::set<std::string>& allowed, const std::string& what) {
  for (const auto& [key, value] : object.items()) {
    if (allowed.count(key) > 0) continue;
    std::string names;
    for (const std::string& name : allowed) names += (names.empty() ? "" : ", ") + name;
    throw InputError(fmt::format("{}: unknown key '{}'; there are: {}", what, key, names));
  }
}

/// A list of names; empty if the key is not there.
std::vector<std::string> words(const json& object, const char* key) {
  return object.value(key, std::vector<std::string>{});
}

AxisValue read_value(const json& text, const std::string& key, std::size_t n) {
  AxisValue value;
  value.set = json::object();
  value.let = json::object();
  value.x = double(n);
  if (!text.is_object()) {  // a number or a word, for the axis's key
    value.set[key] = text;
    value.label = text.is_string() ? text.get<std::string>() : text.dump();
    if (text.is_number()) value.x = text;
    return value;
  }
  check_keys(text, {"label", "set", "let", "x", "quick"}, "value of an axis");
  value.label = text.at("label");
  value.set = text.value("set", json::object());
  value.let = text.value("let", json::object());
  value.x = text.value("x", value.x);
  value.quick = text.value("quick", true);
  return value;
}

Axis read_axis(const json& text) {
  check_keys(text, {"title", "key", "values", "quick", "among"}, "axis");
  Axis axis;
  axis.title = text.at("title");
  const std::vector<std::string> quick = words(text, "quick");
  for (const json& value : text.at("values")) {
    axis.values.push_back(read_value(value, text.value("key", ""), axis.values.size()));
    AxisValue& last = axis.values.back();
    if (!quick.empty()) {
      last.quick = std::find(quick.begin(), quick.end(), last.label) != quick.end();
    }
  }
  if (axis.values.empty()) throw InputError("axis '" + axis.title + "' has no values");
  return axis;
}

Column read_column(const json& text) {
  check_keys(text,
             {"name", "title", "point", "measure", "value", "digits", "ratio", "gap", "previous",
              "hidden"},
             "column");
  Column column;
  column.name = text.at("name");
  column.title = text.value("title", column.name);
  column.point = text.value("point", json());
  column.measure = text.value("measure", "time");
  column.value = text.value("value", column.measure == "count"   ? "sectors_per_pixel"
                                     : column.measure == "error" ? "max_abs_error"
                                                                 : "ms");
  column.digits = text.value("digits", 3);
  column.ratio = words(text, "ratio");
  column.gap = words(text, "gap");
  column.previous = text.value("previous", "");
  column.hidden = text.value("hidden", false);
  const int kinds = int(!column.point.is_null()) + int(!column.ratio.empty()) +
                    int(!column.gap.empty()) + int(!column.previous.empty());
  if (kinds != 1) {
    throw InputError(
        fmt::format("column '{}' needs one of point, ratio, gap and previous", column.name));
  }
  if (!column.ratio.empty() && column.ratio.size() != 2) {
    throw InputError(fmt::format("column '{}': a ratio is of two columns", column.name));
  }
  return column;
}

Published read_published(const json& text) {
  check_keys(text, {"card", "columns", "rows"}, "published");
  Published published;
  published.card = text.at("card");
  published.columns = words(text, "columns");
  for (const auto& [label, values] : text.at("rows").items()) {
    auto& row = published.rows[label];
    for (const json& value : values) {
      row.push_back(value.is_null() ? std::nullopt : std::optional<double>(value.get<double>()));
    }
    if (row.size() != published.columns.size()) {
      throw InputError(fmt::format("published row '{}' has {} values for {} columns", label,
                                   row.size(), published.columns.size()));
    }
  }
  return published;
}

Plot read_plot(const json& text) {
  check_keys(text, {"columns", "x", "y", "log_x", "log_y", "bars", "by_axis"}, "plot");
  Plot plot;
  plot.columns = words(text, "columns");
  plot.x = text.at("x");
  plot.y = text.at("y");
  plot.log_x = text.value("log_x", false);
  plot.log_y = text.value("log_y", false);
  plot.bars = text.value("bars", false);
  plot.by_axis = text.value("by_axis", "");
  return plot;
}

/// Throws InputError if a column or a published row refers to what is not there.
void check_references(const Table& table) {
  const auto check = [&](const std::string& name, const std::string& where) {
    if (table.column(name) == nullptr) throw InputError(where + ": no column '" + name + "'");
  };
  for (const Column& column : table.columns) {
    for (const std::string& name : column.ratio) check(name, "column '" + column.name + "'");
    for (const std::string& name : column.gap) check(name, "column '" + column.name + "'");
    if (!column.previous.empty()) check(column.previous, "column '" + column.name + "'");
    if (!column.gap.empty() && !table.best) {
      throw InputError(fmt::format("column '{}': a gap needs the table's best axis", column.name));
    }
  }
  for (const std::string& name : table.plot.columns) check(name, "plot");
  std::set<std::string> labels;
  for (const Row& row : rows_of(table, false)) labels.insert(row.label());
  for (const Published& published : table.published) {
    for (const std::string& name : published.columns) check(name, "published " + published.card);
    for (const auto& [label, values] : published.rows) {
      if (labels.count(label) == 0) {
        throw InputError(fmt::format("published {}: no row '{}'", published.card, label));
      }
    }
  }
}

/// A table of a whole description, with nothing left to look up elsewhere.
Table build(const json& text) {
  check_keys(text,
             {"id", "like", "title", "source", "labs", "common", "axes", "best", "columns",
              "published", "plot", "note", "finding"},
             "table");
  Table table;
  table.id = text.at("id");
  table.title = text.at("title");
  table.source = text.at("source");
  table.labs = words(text, "labs");
  table.common = text.value("common", json::object());
  table.note = text.value("note", "");
  table.finding = text.value("finding", "");
  for (const json& axis : text.at("axes")) table.axes.push_back(read_axis(axis));
  if (text.contains("best")) {
    table.best = read_axis(text["best"]);
    table.best_of = words(text["best"], "among");
  }
  for (const json& column : text.at("columns")) table.columns.push_back(read_column(column));
  for (const json& published : text.value("published", json::array())) {
    table.published.push_back(read_published(published));
  }
  if (text.contains("plot")) table.plot = read_plot(text["plot"]);
  check_references(table);
  return table;
}

/// Replaces "$NAME" by the value of NAME, everywhere in `point`.
void resolve(json& point, const json& names) {
  for (auto& [key, value] : point.items()) {
    if (!value.is_string()) continue;
    const std::string& text = value.get_ref<const std::string&>();
    if (text.empty() || text[0] != '$') continue;
    if (!names.contains(text.substr(1))) {
      throw InputError(fmt::format("'{}' for {} has no value in this row", text, key));
    }
    value = json(names[text.substr(1)]);
  }
}

}  // namespace

const Column* Table::column(const std::string& name) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const Column& column) { return column.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

std::string Row::label() const {
  std::string text;
  for (const AxisValue* value : values) text += (text.empty() ? "" : ", ") + value->label;
  return text;
}

std::vector<Row> rows_of(const Table& table, bool quick) {
  // The product of all axes, the last one fastest.
  std::vector<Row> rows = {Row{}};
  for (const Axis& axis : table.axes) {
    std::vector<Row> longer;
    for (const Row& row : rows) {
      for (const AxisValue& value : axis.values) {
        if (quick && !value.quick) continue;
        longer.push_back(row);
        longer.back().values.push_back(&value);
      }
    }
    rows = std::move(longer);
  }
  return rows;
}

json point_of(const Table& table, const Column& column, const Row& row, const AxisValue* best) {
  json point = table.common, names = json::object();
  for (const AxisValue* value : row.values) {
    point.merge_patch(value->set);
    names.update(value->let);
  }
  if (best != nullptr) {
    point.merge_patch(best->set);
    names.update(best->let);
  }
  point.merge_patch(column.point);  // a null takes a setting away
  resolve(point, names);
  for (const char* key : {"program", "variant"}) {
    if (!point.contains(key)) {
      throw InputError(fmt::format("table {}, column {}: no {}", table.id, column.name, key));
    }
  }
  if (point["variant"] == "") return json();  // nothing to measure in this row
  point["measure"] = column.measure;
  return point;
}

Table read_table(const std::string& path, const json& text,
                 const std::map<std::string, json>& known) {
  try {
    json whole = text;
    if (text.contains("like")) {
      const auto model = known.find(text["like"]);
      if (model == known.end()) {
        throw InputError("'like' names no table: " + text["like"].dump());
      }
      whole = model->second;
      whole.erase("finding");  // what was found there says nothing about this one
      whole.merge_patch(text);
    }
    return build(whole);
  } catch (const std::exception& error) {  // json's own errors say which key is missing
    throw InputError(path + ": " + error.what());
  }
}

std::vector<Table> read_tables(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::map<std::string, json> texts;
  for (const auto& path : paths) {
    std::ifstream file(path);
    json text = json::parse(file, nullptr, false, true);
    if (!text.is_object() || !text.contains("id")) {
      throw InputError(path.string() + ": not a table's description");
    }
    const std::string id = text["id"];
    if (!texts.emplace(id, std::move(text)).second) {
      throw InputError(path.string() + ": there are two tables " + id);
    }
  }
  std::vector<Table> tables;
  for (const auto& path : paths) {
    const std::string id = path.stem().string();
    if (texts.count(id) == 0) throw InputError(path.string() + ": holds a table of another name");
    tables.push_back(read_table(path.string(), texts[id], texts));
  }
  return tables;
}

}  // namespace kit::bench
