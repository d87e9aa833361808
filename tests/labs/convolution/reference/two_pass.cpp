// The reference of lab 05, written to be obviously right, not fast: every product and every sum in
// double precision, in the order of the definition.
#include "two_pass.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include "kit/error.hpp"

namespace kit::oracle {
namespace {

std::size_t to_size(int value) {
  return static_cast<std::size_t>(value);
}

/// `position` on a line of `length` values under a border rule; -1 where the value is 0.
int nearest(int position, int length, Border border) {
  const int inside = std::clamp(position, 0, length - 1);
  return inside == position || border == Border::clamp ? inside : -1;
}

}  // namespace

Image<double> separable(const Image<float>& image, const SeparableFilter& filter, Border border) {
  validate(filter);
  const int width = image.width(), height = image.height(), radius = filter.radius();
  Image<double> between(width, height, image.channels()), result = between;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int i = 0; i < filter.taps(); ++i) {
        const int from = nearest(x + i - radius, width, border);
        for (int c = 0; c < image.channels() && from >= 0; ++c) {
          between.at(x, y, c) += static_cast<double>(filter.row[to_size(i)]) * image.at(from, y, c);
        }
      }
    }
  }
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int j = 0; j < filter.taps(); ++j) {
        const int from = nearest(y + j - radius, height, border);
        for (int c = 0; c < image.channels() && from >= 0; ++c) {
          result.at(x, y, c) +=
              static_cast<double>(filter.column[to_size(j)]) * between.at(x, from, c);
        }
      }
    }
  }
  return result;
}

Image<double> separable_row(const Image<float>& image, const SeparableFilter& filter, Border border,
                            int row) {
  validate(filter);
  if (row < 0 || row >= image.height()) {
    throw InputError("row " + std::to_string(row) + " of an image with " +
                     std::to_string(image.height()) + " rows; count from 0");
  }
  // Columns first: sums may change places, and a border acts along one axis alone.
  const int width = image.width(), channels = image.channels(), radius = filter.radius();
  Image<double> down(width, 1, channels), result = down;
  for (int j = 0; j < filter.taps(); ++j) {
    const int y = nearest(row + j - radius, image.height(), border);
    for (int x = 0; x < width && y >= 0; ++x) {
      for (int c = 0; c < channels; ++c) {
        down.at(x, 0, c) += static_cast<double>(filter.column[to_size(j)]) * image.at(x, y, c);
      }
    }
  }
  for (int x = 0; x < width; ++x) {
    for (int i = 0; i < filter.taps(); ++i) {
      const int from = nearest(x + i - radius, width, border);
      for (int c = 0; c < channels && from >= 0; ++c) {
        result.at(x, 0, c) += static_cast<double>(filter.row[to_size(i)]) * down.at(from, 0, c);
      }
    }
  }
  return result;
}

}  // namespace kit::oracle
