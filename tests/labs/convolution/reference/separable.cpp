/// @file
/// Separable filters: which they are, and a square filter taken apart. float32 weights are rarely
/// an exact product, so a filter counts as separable within kRounding of its largest weight.
#include "separable.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "kit/error.hpp"

namespace kit {
namespace {

constexpr double kRounding = 0x1p-20;

std::size_t to_size(int value) {
  return static_cast<std::size_t>(value);
}

}  // namespace

void validate(const SeparableFilter& filter) {
  const std::size_t row = filter.row.size(), column = filter.column.size();
  if (row == column && row % 2 == 1 && row <= to_size(kMaxFilterWidth)) return;
  throw InputError("separable filter '" + filter.name + "' has " + std::to_string(row) +
                   " weights in its row and " + std::to_string(column) +
                   " in its column; both must have the same odd number, at most " +
                   std::to_string(kMaxFilterWidth));
}

SeparableFilter separate(const Filter& filter) {
  validate(filter);
  const std::size_t width = to_size(filter.width);
  const auto weight = [&](std::size_t i, std::size_t j) {
    return static_cast<double>(filter.weights[j * width + i]);
  };
  // The row of the largest weight has the smallest relative rounding errors.
  const auto largest = std::max_element(filter.weights.begin(), filter.weights.end(),
                                        [](float a, float b) { return std::abs(a) < std::abs(b); });
  const std::size_t place = static_cast<std::size_t>(largest - filter.weights.begin());
  const std::size_t i0 = place % width, j0 = place / width;
  const double peak = weight(i0, j0);
  double sum = 0;
  for (std::size_t i = 0; i < width; ++i) sum += std::abs(weight(i, j0));
  if (peak == 0) throw InputError("filter '" + filter.name + "' has no weight but 0");

  SeparableFilter result{filter.name, {}, {}};
  for (std::size_t n = 0; n < width; ++n) {
    result.row.push_back(static_cast<float>(weight(n, j0) / sum));
    result.column.push_back(static_cast<float>(weight(i0, n) / peak * sum));
  }
  for (std::size_t j = 0; j < width; ++j) {
    for (std::size_t i = 0; i < width; ++i) {
      const double product = static_cast<double>(result.column[j]) * result.row[i];
      if (std::abs(product - weight(i, j)) <= kRounding * std::abs(peak)) continue;
      throw InputError("filter '" + filter.name +
                       "' is not separable: its rows are not multiples of one another. Separable "
                       "are gaussian, box, sobel_x, sobel_y and identity");
    }
  }
  return result;
}

}  // namespace kit
