/// @file
/// A set of pixels in words. The shapes that mistakes leave are tried first (edges, tiles, whole
/// rows or columns), since their names point at the code; what is left over is called scattered.
#include "grader/diagnosis/region.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace kit::grader {
namespace {

struct Box {
  int left, top, right, bottom;  // right and bottom are included
  std::size_t area() const { return std::size_t(right - left + 1) * std::size_t(bottom - top + 1); }
};

Box bounding_box(const Mask& mask) {
  Box box{mask.width(), mask.height(), -1, -1};
  for (int y = 0; y < mask.height(); ++y)
    for (int x = 0; x < mask.width(); ++x)
      if (mask.at(x, y) != 0)
        box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x),
               std::max(box.bottom, y)};
  return box;
}

/// "the last column" or "the last 3 columns"
std::string some(const char* which, int number, const char* what) {
  if (number == 1) return fmt::format("the {} {}", which, what);
  return fmt::format("the {} {} {}s", which, number, what);
}

/// A filled rectangle in words.
std::string describe_box(const Mask& mask, const Box& box) {
  const bool left = box.left == 0, right = box.right == mask.width() - 1;
  const bool top = box.top == 0, bottom = box.bottom == mask.height() - 1;
  const int columns = box.right - box.left + 1, rows = box.bottom - box.top + 1;
  if (left && right && top && bottom) return "all pixels";
  if (top && bottom && right) return some("last", columns, "column");
  if (top && bottom && left) return some("first", columns, "column");
  if (left && right && bottom) return some("last", rows, "row");
  if (left && right && top) return some("first", rows, "row");
  if (box.area() == 1) return fmt::format("the pixel at x={}, y={}", box.left, box.top);
  return fmt::format("columns {} to {}, rows {} to {}", box.left, box.right, box.top, box.bottom);
}

/// Largest rectangle from (0, 0) that is free of the set if everything outside it is in the set;
/// {0, 0} if there is none.
std::pair<int, int> free_corner(const Mask& mask) {
  int columns = 0, rows = 0;
  while (columns < mask.width() && mask.at(columns, 0) == 0) ++columns;
  while (rows < mask.height() && mask.at(0, rows) == 0) ++rows;
  for (int y = 0; y < mask.height(); ++y)
    for (int x = 0; x < mask.width(); ++x)
      if ((mask.at(x, y) == 0) != (x < columns && y < rows)) return {0, 0};
  return {columns, rows};
}

/// True if every tile of width x height lies wholly in the set or wholly outside.
bool made_of_tiles(const Mask& mask, int width, int height) {
  for (int y = 0; y < mask.height(); ++y)
    for (int x = 0; x < mask.width(); ++x)
      if (mask.at(x, y) != mask.at(x / width * width, y / height * height)) return false;
  return true;
}

}  // namespace

std::size_t count(const Mask& mask) {
  return static_cast<std::size_t>(
      std::count_if(mask.values().begin(), mask.values().end(), [](auto v) { return v != 0; }));
}

std::string describe_region(const Mask& mask) {
  const Box box = bounding_box(mask);
  if (box.right < 0) return "no pixel";
  if (count(mask) == box.area()) return describe_box(mask, box);
  const auto [columns, rows] = free_corner(mask);
  if (columns > 0)
    return fmt::format("{} and {}", some("last", mask.width() - columns, "column"),
                       some("last", mask.height() - rows, "row"));
  // The largest size first: tiles of 32 are tiles of 8 too.
  for (const int size : {32, 16, 8})
    if (mask.width() > size && mask.height() > size && made_of_tiles(mask, size, size))
      return fmt::format("whole tiles of {}x{}", size, size);
  if (made_of_tiles(mask, mask.width(), 1)) return "some whole rows";
  if (made_of_tiles(mask, 1, mask.height())) return "some whole columns";
  for (int y = 0; y < mask.height(); ++y)
    for (int x = 0; x < mask.width(); ++x)
      if (mask.at(x, y) != 0) return fmt::format("scattered, the first at x={}, y={}", x, y);
  return "no pixel";
}

bool only_last_columns_or_rows(const Mask& mask) {
  constexpr int kMaxDepth = 64;  // columns or rows of one block
  int first_column = mask.width(), first_row = mask.height();
  // The widest free rectangle from the corner, first by columns, then by rows.
  for (int y = 0; y < mask.height(); ++y)
    for (int x = 0; x < mask.width(); ++x)
      if (mask.at(x, y) != 0 && x < mask.width() / 2) first_row = std::min(first_row, y);
  for (int y = 0; y < first_row; ++y)
    for (int x = 0; x < mask.width(); ++x)
      if (mask.at(x, y) != 0) first_column = std::min(first_column, x);
  const int columns = mask.width() - first_column, rows = mask.height() - first_row;
  if (columns >= kMaxDepth || rows >= kMaxDepth || 2 * columns >= mask.width() ||
      2 * rows >= mask.height())
    return false;
  // A few single pixels there say nothing about blocks.
  const std::size_t inside = std::size_t(first_column) * std::size_t(first_row);
  return 2 * count(mask) >= mask.size() - inside;
}

int ring_depth(const Mask& mask) {
  int depth = 0;
  for (int y = 0; y < mask.height(); ++y)
    for (int x = 0; x < mask.width(); ++x)
      if (mask.at(x, y) != 0)
        depth = std::max(depth, 1 + std::min({x, y, mask.width() - 1 - x, mask.height() - 1 - y}));
  return depth;
}

std::string describe_edges(const Mask& mask, int depth) {
  // Only pixels near one edge alone: a corner would name two.
  bool left = false, right = false, top = false, bottom = false;
  for (int y = 0; y < mask.height(); ++y)
    for (int x = 0; x < mask.width(); ++x) {
      if (mask.at(x, y) == 0) continue;
      const bool in_columns = x >= depth && x < mask.width() - depth;
      const bool in_rows = y >= depth && y < mask.height() - depth;
      left |= in_rows && x < depth;
      right |= in_rows && x >= mask.width() - depth;
      top |= in_columns && y < depth;
      bottom |= in_columns && y >= mask.height() - depth;
    }
  std::vector<std::string> names;
  if (left) names.push_back("left");
  if (right) names.push_back("right");
  if (top) names.push_back("top");
  if (bottom) names.push_back("bottom");
  if (names.size() == 4) return "all four edges";
  if (names.empty()) return "the corners";
  std::string text = "the " + names[0];
  for (std::size_t i = 1; i < names.size(); ++i)
    text += (i + 1 == names.size() ? " and " : ", ") + names[i];
  return text + (names.size() == 1 ? " edge" : " edges");
}

}  // namespace kit::grader
