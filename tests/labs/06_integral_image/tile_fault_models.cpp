// The usual mistakes of a table that is made tile by tile, each as the output that it would give.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>

#include "integral_cases.hpp"

namespace kit::grader {
namespace {

/// A place of a table, and the tile that it is in.
struct Place {
  int x, y;
  int left, above, right, below;  ///< the last column and row before the tile, and of it
};

/// The exact table, 0 before the image.
using At = std::function<std::uint32_t(int x, int y)>;

struct TileFault {
  const char* sentence;  ///< with {0} columns and {1} rows of a tile
  std::function<std::uint32_t(const At& at, const Place& p)> value;
};

const TileFault kFaults[] = {
    {"A tile of {0} columns and {1} rows hears nothing of the tiles before it: what lies to its "
     "left and above it is not added.",
     [](const At& at, const Place& p) {
       return at(p.x, p.y) - at(p.left, p.y) - at(p.x, p.above) + at(p.left, p.above);
     }},
    {"What a tile of {0} columns and {1} rows adds to the columns below it lacks what its rows "
     "have to their left.",
     [](const At& at, const Place& p) { return at(p.x, p.y) - at(p.left, p.above); }},
    {"What a tile of {0} columns and {1} rows adds to a column below it is this column alone: the "
     "tile's columns to the left of it belong to the table's sum too.",
     [](const At& at, const Place& p) {
       return at(p.x, p.y) - (at(p.x - 1, p.above) - at(p.left, p.above));
     }},
    {"What lies to the left of a tile of {0} columns is not added to the tile's own rows.",
     [](const At& at, const Place& p) {
       return at(p.x, p.y) - (at(p.left, p.y) - at(p.left, p.above));
     }},
    {"In a tile of {0} columns and {1} rows each row gets what it has to its left itself, but not "
     "what the tile's rows above it have to theirs.",
     [](const At& at, const Place& p) {
       return at(p.x, p.y) - (at(p.left, p.y - 1) - at(p.left, p.above));
     }},
    {"What lies to the left of a tile of {0} columns includes the tile itself.",
     [](const At& at, const Place& p) {
       return at(p.right, p.y) + at(p.x, p.y) - at(p.left, p.y);
     }},
    {"What lies above a tile of {1} rows includes the tile itself.",
     [](const At& at, const Place& p) {
       return at(p.x, p.below) + at(p.x, p.y) - at(p.x, p.above);
     }}};

}  // namespace

std::vector<Hypothesis> tile_fault_models(const ByteImage& image) {
  const SumPlanes table = exact_sums(image, Scan::table);
  const int width = image.width(), height = image.height();
  std::vector<Hypothesis> list = sum_fault_models(image, Scan::table);
  for (const int columns : {32, 64, 128, 256})
    for (const int rows : {32, 64, 128})
      for (const TileFault& fault : kFaults) {
        if (columns == 256 && rows < 128) continue;  // tiles that wide are as high
        Image<double> sums(table.width(), table.height());
        for (int line = 0; line < table.height(); ++line) {
          const int y = line % height, plane = line - y;
          const At at = [&](int i, int j) { return i >= 0 && j >= 0 ? table.at(i, plane + j) : 0; };
          for (int x = 0; x < width; ++x) {
            const Place place{x,
                              y,
                              x / columns * columns - 1,
                              y / rows * rows - 1,
                              std::min((x / columns + 1) * columns, width) - 1,
                              std::min((y / rows + 1) * rows, height) - 1};
            sums.at(x, line) = fault.value(at, place);
          }
        }
        list.push_back({"wrong_formula", fmt::format(fmt::runtime(fault.sentence), columns, rows),
                        std::move(sums)});
      }
  return list;
}

}  // namespace kit::grader
