/// @file
/// Tables and box filters in integers of 64 bits, which hold every sum of every image that a case
/// has: the reference is exact, and the tolerance is none.
#include "integral.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "kit/error.hpp"

namespace kit::oracle {
namespace {

/// The first and the last place of a window that is clipped to [0, size).
struct Span {
  Span(int centre, int radius, int size)
      : first(static_cast<int>(std::max<std::int64_t>(std::int64_t(centre) - radius, 0))),
        last(static_cast<int>(std::min<std::int64_t>(std::int64_t(centre) + radius, size - 1))) {}
  std::uint64_t count() const { return static_cast<std::uint64_t>(last - first + 1); }
  int first, last;
};

}  // namespace

Image<std::uint64_t> summed_area_table(const Image<std::uint8_t>& image) {
  Image<std::uint64_t> table(image.width(), image.height(), image.channels());
  for (int c = 0; c < image.channels(); ++c) {
    for (int y = 0; y < image.height(); ++y) {
      std::uint64_t row = 0;
      for (int x = 0; x < image.width(); ++x) {
        row += image.at(x, y, c);
        table.at(x, y, c) = row + (y > 0 ? table.at(x, y - 1, c) : 0);
      }
    }
  }
  return table;
}

// Row sums of columns' sums, each by prefix sums along one line: no table, so that this and
// summed_area_table() do not share a mistake.
Image<std::uint8_t> box_filter(const Image<std::uint8_t>& image, int radius) {
  if (radius < 0) throw InputError("a box filter's radius cannot be " + std::to_string(radius));
  const int width = image.width(), height = image.height(), channels = image.channels();
  Image<std::uint8_t> output(width, height, channels);
  if (image.empty()) return output;
  // columns[i]: sum over the rows of the window, of value i of a row.
  std::vector<std::uint64_t> columns(std::size_t(width) * std::size_t(channels));
  const auto add_row = [&](int y, bool add) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::uint64_t value = image.data()[std::size_t(y) * columns.size() + i];
      columns[i] = add ? columns[i] + value : columns[i] - value;
    }
  };
  Span rows(0, radius, height);
  for (int y = rows.first; y <= rows.last; ++y) add_row(y, true);
  std::vector<std::uint64_t> sums(std::size_t(width) + 1);
  for (int y = 0; y < height; ++y) {
    const Span now(y, radius, height);
    for (; rows.last < now.last; ++rows.last) add_row(rows.last + 1, true);
    for (; rows.first < now.first; ++rows.first) add_row(rows.first, false);
    for (int c = 0; c < channels; ++c) {
      for (int x = 0; x < width; ++x) {
        sums[std::size_t(x) + 1] = sums[std::size_t(x)] + columns[std::size_t(x * channels + c)];
      }
      for (int x = 0; x < width; ++x) {
        const Span span(x, radius, width);
        const std::uint64_t sum = sums[std::size_t(span.last) + 1] - sums[std::size_t(span.first)];
        const std::uint64_t count = span.count() * now.count();
        output.at(x, y, c) = static_cast<std::uint8_t>((2 * sum + count) / (2 * count));
      }
    }
  }
  return output;
}

}  // namespace kit::oracle
