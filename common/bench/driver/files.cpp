// A table as CSV, one line a value, for spreadsheets and scripts; and as JSON, which keeps all that
// was // measured and not only what the table shows.
#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "bench/driver/show.hpp"

namespace kit::bench {
namespace {

using nlohmann::json;

/// A field of CSV, in quotes where it needs them.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

/// What a reader must know of a cell beside its number.
std::string remark(const Cell& cell) {
  if (!cell.missing.empty()) return cell.missing;
  if (cell.scaled) return "scaled from " + cell.result.value("scaled_from", "");
  if (cell.is_count) return "sectors per pixel in the simulator";
  return "";
}

}  // namespace

std::string as_csv(const Table& table, const Grid& grid, const json& machine,
                   const std::string& command) {
  std::string card = machine.value("card", "");
  std::string text = "# " + machine.value("headline", card) + "; " + command + "\n";
  text += "row,column,card,value,spread,remark\n";
  for (const GridRow& row : grid.rows) {
    for (std::size_t n = 0; n < table.columns.size(); ++n) {
      const Cell& cell = row.cells[n];
      if (!cell.value && cell.missing.empty()) continue;
      text += fmt::format("{},{},{},{},{},{}\n", field(row.label), field(table.columns[n].title),
                          field(card), cell.value ? number(*cell.value, 5) : "",
                          cell.spread > 0 ? number(cell.spread, 2) : "", field(remark(cell)));
    }
    for (const Published& published : table.published) {
      const auto found = published.rows.find(row.label);
      if (found == published.rows.end()) continue;
      for (std::size_t k = 0; k < published.columns.size(); ++k) {
        if (!found->second[k]) continue;
        text += fmt::format("{},{},{},{},,published\n", field(row.label),
                            field(table.column(published.columns[k])->title), field(published.card),
                            number(*found->second[k], 5));
      }
    }
  }
  return text;
}

json as_json(const Table& table, const Grid& grid, const json& machine,
             const std::string& command) {
  json all = {{"id", table.id},     {"title", table.title},     {"source", table.source},
              {"note", table.note}, {"finding", table.finding}, {"machine", machine},
              {"command", command}, {"rows", json::array()},    {"published", json::array()}};
  if (grid.best != nullptr) {
    all["best"] = {{"of", table.best->title},
                   {"value", grid.best->label},
                   {"wins", grid.wins},
                   {"contests", grid.contests}};
  }
  for (const GridRow& row : grid.rows) {
    json values = json::object();
    for (std::size_t n = 0; n < table.columns.size(); ++n) {
      const Cell& cell = row.cells[n];
      json& value = values[table.columns[n].name];
      // JSON has neither infinity nor NaN.
      value["value"] = cell.value && std::isfinite(*cell.value) ? json(*cell.value) : json();
      if (!cell.result.is_null()) value["measured"] = cell.result;
      const std::string said = remark(cell);
      if (!said.empty()) value["remark"] = said;
    }
    all["rows"].push_back({{"label", row.label}, {"values", values}});
  }
  for (const Published& published : table.published) {
    json rows = json::object();
    for (const auto& [label, values] : published.rows) {
      for (std::size_t k = 0; k < values.size(); ++k) {
        rows[label][published.columns[k]] = values[k] ? json(*values[k]) : json();
      }
    }
    all["published"].push_back({{"card", published.card}, {"rows", rows}});
  }
  return all;
}

}  // namespace kit::bench
