/// @file
/// A column is as wide as its widest value and one blank, within limits: most values fit into the
/// least width, so the table looks alike from run to run; a note in place of a time may be a whole
/// sentence, and must not push the other columns off the screen.
#include "grader/commands/demo_table.hpp"

#include <algorithm>

#include "grader/support/terminal.hpp"

namespace kit::grader {
namespace {

using RungField = std::string Rung::*;

struct DemoColumn {
  RungField value;
  bool right;                // numbers end below each other
  std::size_t least, limit;  // characters, with the blank that divides it from its neighbour
};

constexpr DemoColumn kDemoColumns[] = {
    {&Rung::lab, false, 4, 8},       {&Rung::title, false, 28, 40}, {&Rung::error, true, 9, 12},
    {&Rung::evidence, true, 10, 14}, {&Rung::cpu, true, 8, 12},     {&Rung::time, true, 13, 16},
    {&Rung::speedup, true, 8, 14},
};

std::size_t width_of(const DemoColumn& column, const std::vector<Rung>& rows) {
  std::size_t longest = 0;
  for (const Rung& row : rows) longest = std::max(longest, (row.*column.value).size());
  return std::clamp(longest + 1, column.least, column.limit);
}

/// The blank stands on the side where values of unlike lengths do not begin.
std::string cell(const DemoColumn& column, const Rung& row, std::size_t width) {
  const std::string text = pad(row.*column.value, width - 1, column.right);
  return column.right ? " " + text : text + " ";
}

}  // namespace

std::string demo_table(const std::vector<Rung>& rungs, bool colour) {
  std::vector<Rung> rows = {
      {"lab", "solution", "max err", "evidence", "CPU ms", "time", "speedup", true}};
  rows.insert(rows.end(), rungs.begin(), rungs.end());
  std::vector<std::string> lines(rows.size());
  for (const DemoColumn& column : kDemoColumns) {
    const std::size_t width = width_of(column, rows);
    for (std::size_t i = 0; i < rows.size(); ++i) lines[i] += cell(column, rows[i], width);
  }
  TextReport report(colour);
  report.line();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Style style = i == 0 ? Style::strong : rows[i].passed ? Style::plain : Style::bad;
    report.line(report.paint(lines[i], style));
  }
  return report.text();
}

}  // namespace kit::grader
