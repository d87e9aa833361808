// Plots by gnuplot. Papers are printed in black and white: our curves are black and told apart by
// dashes and points, published ones are grey and hollow.
// Plots by gnuplot: black lines told apart by dashes and points, published ones grey and hollow.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/driver/show.hpp"

namespace kit::bench {
namespace {

/// One value of a curve; `label` is what its place on the axis is called.
struct Point {
  double x = 0, y = 0;
  std::string label;
};
struct Curve {
  std::string title;
  bool published = false;
  std::vector<Point> points;
};

/// A string of gnuplot's; what would end it or escape is made harmless.
std::string quote(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' || c == '\\' ? '\'' : c;
  return result + "\"";
}

/// The axis along which points lie: the last, unless that one's values are the curves.
std::size_t axis_of_points(const Table& table) {
  const std::size_t last = table.axes.size() - 1;
  return table.axes[last].title == table.plot.by_axis && last > 0 ? last - 1 : last;
}

/// What a row adds to a curve's title: its values on the other axes.
std::string others(const Row& row, std::size_t axis) {
  std::string text;
  for (std::size_t n = 0; n < row.values.size(); ++n) {
    if (n != axis) text += (text.empty() ? "" : ", ") + row.values[n]->label;
  }
  return text;
}

void add(std::vector<Curve>& curves, const std::string& title, bool published, const Point& point) {
  auto found = std::find_if(curves.begin(), curves.end(),
                            [&](const Curve& curve) { return curve.title == title; });
  if (found == curves.end()) {
    curves.push_back({title, published, {}});
    found = std::prev(curves.end());
  }
  found->points.push_back(point);
}

std::vector<Curve> curves_of(const Table& table, const Grid& grid, const std::string& ours) {
  std::vector<Curve> curves;
  const std::size_t axis = axis_of_points(table);
  const bool several = table.plot.columns.size() > 1 || table.axes.size() == 1;
  const auto title = [&](const Column& column, const Row& row, const std::string& card) {
    std::string text = several ? column.title : "";
    const std::string more = others(row, axis);
    if (!more.empty()) text += (text.empty() ? "" : ", ") + more;
    return table.published.empty() ? text : text + ", " + card;
  };
  for (const std::string& name : table.plot.columns) {
    const Column& column = *table.column(name);
    for (const GridRow& row : grid.rows) {
      const Cell& cell = row.cells[table.index_of(name)];
      const AxisValue& place = *row.row.values[axis];
      if (cell.value && !cell.is_count && std::isfinite(*cell.value)) {
        add(curves, title(column, row.row, ours), false, {place.x, *cell.value, place.label});
      }
    }
  }
  for (const Published& published : table.published) {
    for (const std::string& name : table.plot.columns) {
      const auto at = std::find(published.columns.begin(), published.columns.end(), name);
      if (at == published.columns.end()) continue;
      for (const GridRow& row : grid.rows) {
        const auto found = published.rows.find(row.label);
        if (found == published.rows.end()) continue;
        const auto& value = found->second[std::size_t(at - published.columns.begin())];
        const AxisValue& place = *row.row.values[axis];
        if (value) {
          add(curves, title(*table.column(name), row.row, published.card), true,
              {place.x, *value, place.label});
        }
      }
    }
  }
  return curves;
}

/// The points as blocks of data, so that a plot is one file.
std::string data(const std::vector<Curve>& curves) {
  std::string text;
  for (std::size_t n = 0; n < curves.size(); ++n) {
    text += fmt::format("$curve{} << EOD\n", n);
    for (const Point& point : curves[n].points) {
      text += fmt::format("{} {} {}\n", number(point.x, 9), number(point.y, 6), quote(point.label));
    }
    text += "EOD\n";
  }
  return text;
}

std::string lines(const Table& table, const std::vector<Curve>& curves) {
  std::string text = "set style data linespoints\n";
  if (table.plot.log_x) text += "set logscale x 2\n";
  if (table.plot.log_y) text += "set logscale y\n";
  std::string ticks;
  const Curve& longest = *std::max_element(
      curves.begin(), curves.end(),
      [](const Curve& a, const Curve& b) { return a.points.size() < b.points.size(); });
  for (const Point& point : longest.points) {
    ticks += (ticks.empty() ? "" : ", ") + quote(point.label) + " " + number(point.x, 9);
  }
  text +=
      "set xtics rotate by -35 (" + ticks + ")\nset offsets graph 0.02, graph 0.02, 0, 0\nplot ";
  const int filled[] = {7, 5, 9, 11, 13, 3, 2, 1}, hollow[] = {6, 4, 8, 10, 12, 3, 2, 1};
  int ours = 0, theirs = 0;
  for (std::size_t n = 0; n < curves.size(); ++n) {
    int& count = curves[n].published ? theirs : ours;
    const int point = (curves[n].published ? hollow : filled)[count % 8];
    text += fmt::format("{}$curve{} using 1:2 title {} lw 1.5 ps 0.8 dt {} pt {} lc rgb \"{}\"",
                        n > 0 ? ", \\\n  " : "", n, quote(curves[n].title), count % 5 + 1, point,
                        curves[n].published ? "#808080" : "black");
    ++count;
  }
  return text + "\n";
}

/// Clusters of bars, one for each place, told apart by patterns.
std::string bars(const Table& table, const std::vector<Curve>& curves) {
  std::string text =
      "set style data histograms\nset style histogram clustered gap 1\n"
      "set style fill pattern border lc rgb \"black\"\nset boxwidth 1\nset xtics rotate by -60\n";
  if (table.plot.log_y) text += "set logscale y\n";
  text += "plot ";
  const int patterns[] = {3, 1, 2, 0, 5, 4, 6, 7};
  for (std::size_t n = 0; n < curves.size(); ++n) {
    text += fmt::format("{}$curve{} using 2:xtic(3) title {} fs pattern {} lc rgb \"black\"",
                        n > 0 ? ", \\\n  " : "", n, quote(curves[n].title), patterns[n % 8]);
  }
  return text + "\n";
}

}  // namespace

std::string as_gnuplot(const Table& table, const Grid& grid, const std::string& file,
                       const std::string& ours) {
  if (table.plot.y.empty()) return "";
  const std::vector<Curve> curves = curves_of(table, grid, ours);
  if (curves.empty()) return "";
  std::string text = data(curves);
  // Names of variants have underscores, which "enhanced" text would make subscripts of.
  text +=
      fmt::format("set title {} noenhanced\nset xlabel {} noenhanced\nset ylabel {} noenhanced\n",
                  quote(table.id + ": " + table.title), quote(table.plot.x), quote(table.plot.y));
  text +=
      "set grid lc rgb \"#c0c0c0\"\nset key above noenhanced samplen 3 font \",11\"\nset rmargin "
      "7\nset xtics noenhanced\n";
  const std::string drawing = table.plot.bars ? bars(table, curves) : lines(table, curves);
  // The settings once, the plot itself for each kind of picture.
  const std::size_t plot = drawing.find("plot ");
  text += drawing.substr(0, plot);
  text += "set terminal svg size 840,600 font \"Helvetica,13\" background rgb \"white\"\n";
  text += "set output " + quote(file + ".svg") + "\n" + drawing.substr(plot);
  text += "set terminal pngcairo size 1260,900 font \"Helvetica,15\"\n";
  text += "set output " + quote(file + ".png") + "\n" + drawing.substr(plot);
  return text;
}

}  // namespace kit::bench
