// A table for the terminal: ours and the published figures below each other, so that they can be
// compared at a glance. Columns are as wide as their numbers need, and titles are broken to fit.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/driver/show.hpp"
#include "grader/support/terminal.hpp"

namespace kit::bench {
namespace {

using grader::pad;

constexpr std::size_t kMaxColumns = 80;

/// A cell's text; the marks after numbers are explained below the table.
std::string shown_value(const Cell& cell, const Column& column) {
  if (!cell.value) return cell.missing.empty() ? "-" : "?";
  return number(*cell.value, column.digits) + (cell.scaled ? "~" : "") + (cell.is_count ? "s" : "");
}

/// A published figure as it is printed: no digit more than it has.
std::string as_printed(double value) {
  return fmt::format("{:.6g}", value);
}

struct ShownColumn {
  std::size_t index = 0, width = 0;
  std::vector<std::string> title;  ///< in as many lines as it needs
};

struct Layout {
  std::size_t label = 0;
  std::vector<ShownColumn> columns;
};

/// Text broken at spaces into lines of at most `width` characters, a longer word on its own.
std::vector<std::string> broken(const std::string& text, std::size_t width) {
  std::vector<std::string> lines(1);
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    std::string& line = lines.back();
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      lines.push_back(word);
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
    begin = end + 1;
  }
  return lines;
}

/// The title of the column with the rows' labels.
std::string axes_of(const Table& table) {
  std::string text;
  for (const Axis& axis : table.axes) text += (text.empty() ? "" : ", ") + axis.title;
  return text;
}

/// How wide a column must be for its values, published ones too, and for its title.
ShownColumn lay_out_column(const Table& table, const Grid& grid, std::size_t n) {
  const Column& column = table.columns[n];
  ShownColumn shown;
  shown.index = n;
  for (const GridRow& row : grid.rows) {
    shown.width = std::max(shown.width, shown_value(row.cells[n], column).size());
    for (const Published& published : table.published) {
      const auto found = published.rows.find(row.label);
      for (std::size_t k = 0; found != published.rows.end() && k < found->second.size(); ++k) {
        if (published.columns[k] == column.name && found->second[k]) {
          shown.width = std::max(shown.width, as_printed(*found->second[k]).size());
        }
      }
    }
  }
  shown.title = broken(column.title, std::max<std::size_t>(shown.width, 6));
  for (const std::string& line : shown.title) shown.width = std::max(shown.width, line.size());
  shown.width += 2;
  return shown;
}

Layout lay_out(const Table& table, const Grid& grid) {
  Layout layout;
  layout.label = axes_of(table).size();
  for (const GridRow& row : grid.rows) layout.label = std::max(layout.label, row.label.size());
  for (const Published& published : table.published) {
    layout.label = std::max(layout.label, published.card.size() + 2);
  }
  std::size_t width = layout.label;
  for (std::size_t n = 0; n < table.columns.size(); ++n) {
    if (table.columns[n].hidden) continue;
    layout.columns.push_back(lay_out_column(table, grid, n));
    width += layout.columns.back().width;
  }
  // Two spaces between columns where there is room, else one.
  for (ShownColumn& column : layout.columns) {
    if (width <= kMaxColumns) break;
    --column.width;
    --width;
  }
  return layout;
}

/// The titles, as many lines as the longest needs, all ending in the last.
std::string heading(const Table& table, const Layout& layout) {
  std::size_t height = 0;
  for (const ShownColumn& column : layout.columns) height = std::max(height, column.title.size());
  std::string text;
  for (std::size_t line = 0; line < height; ++line) {
    std::string row = pad(line + 1 == height ? axes_of(table) : "", layout.label);
    for (const ShownColumn& column : layout.columns) {
      const std::size_t skip = height - column.title.size();
      row += pad(line < skip ? "" : column.title[line - skip], column.width, true);
    }
    text += row + "\n";
  }
  return text;
}

/// The published figures below a row of ours; empty if there are none for it.
std::string published_row(const Table& table, const Published& published, const std::string& label,
                          const Layout& layout) {
  const auto found = published.rows.find(label);
  if (found == published.rows.end()) return "";
  std::string text = pad("  " + published.card, layout.label);
  for (const ShownColumn& column : layout.columns) {
    std::string value;
    for (std::size_t k = 0; k < published.columns.size(); ++k) {
      if (published.columns[k] != table.columns[column.index].name || !found->second[k]) continue;
      value = as_printed(*found->second[k]);
    }
    text += pad(value, column.width, true);
  }
  return text + "\n";
}

}  // namespace

std::string number(double value, int digits) {
  if (!std::isfinite(value)) return value > 0 ? "inf" : "nan";
  if (value == 0) return "0";
  // Digits before the decimal point; of 0.0123 it is -1.
  const int before = int(std::floor(std::log10(std::abs(value)))) + 1;
  if (before < -4) return fmt::format("{:.{}e}", value, digits - 1);
  return fmt::format("{:.{}f}", value, std::max(0, digits - before));
}

std::string as_text(const Table& table, const Grid& grid, const Choice& choice,
                    const std::string& machine) {
  grader::TextReport title(false);
  title.wrap(table.id + ": " + table.title, 0);
  title.wrap(table.source, 0);
  const Layout layout = lay_out(table, grid);
  std::string text = "\n" + title.text() + heading(table, layout);
  bool scaled = false, counted = false;
  std::string missing;
  for (const GridRow& row : grid.rows) {
    std::string line = pad(row.label, layout.label);
    for (const ShownColumn& column : layout.columns) {
      const std::size_t n = column.index;
      const Cell& cell = row.cells[n];
      scaled |= cell.scaled;
      counted |= cell.is_count && cell.value;
      if (missing.empty() && !cell.missing.empty()) {
        missing = row.label + ", " + table.columns[n].title + ": " + cell.missing;
      }
      line += pad(shown_value(cell, table.columns[n]), column.width, true);
    }
    text += line + "\n";
    for (const Published& published : table.published) {
      text += published_row(table, published, row.label, layout);
    }
  }
  grader::TextReport notes(false);
  if (grid.best != nullptr && choice.cuda) {
    notes.wrap(fmt::format("{}: {}, the fastest in {} of {}", table.best->title, grid.best->label,
                           grid.wins, grid.contests),
               2);
  }
  if (scaled) notes.wrap("~ measured on a part of the image and scaled up", 2);
  if (counted) notes.wrap("s sectors per pixel in the simulator; times need a GPU", 2);
  if (!missing.empty()) notes.wrap("? " + missing, 2);
  if (!table.note.empty()) notes.wrap(table.note, 2);
  if (!table.finding.empty() && machine == "H200") notes.wrap("On an H200: " + table.finding, 2);
  return text + notes.text();
}

}  // namespace kit::bench
