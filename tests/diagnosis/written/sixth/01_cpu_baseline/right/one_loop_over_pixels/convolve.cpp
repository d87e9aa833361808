/// @file
/// Lab 01: convolution on one CPU core. One loop counts the pixels; the border is a template's
/// argument, so that no inner loop asks for it.
#include "lab.hpp"

namespace lab01 {
namespace {

/// What a filter finds along one axis: taps [first, last) lie inside, the others do not.
struct Taps {
  int first;
  int last;
};

Taps taps_inside(int centre, int size, int filter_width) {
  const int radius = filter_width / 2;
  Taps taps{0, filter_width};
  if (centre < radius) taps.first = radius - centre;
  if (size - centre <= radius) taps.last = size - centre + radius;
  return taps;
}

template <kit::Border kBorder>
float window_sum(const float* input, int width, int height, const float* filter, int filter_width,
                 int x, int y);

template <>
float window_sum<kit::Border::zero>(const float* input, int width, int height, const float* filter,
                                    int filter_width, int x, int y) {
  const int radius = filter_width / 2;
  const Taps rows = taps_inside(y, height, filter_width);
  const Taps columns = taps_inside(x, width, filter_width);
  float sum = 0.0f;
  for (int j = rows.first; j < rows.last; ++j) {
    const float* pixel = input + (y + j - radius) * width + (x + columns.first - radius);
    const float* weight = filter + j * filter_width + columns.first;
    for (int left = columns.last - columns.first; left > 0; --left) sum += *weight++ * *pixel++;
  }
  return sum;
}

template <>
float window_sum<kit::Border::clamp>(const float* input, int width, int height, const float* filter,
                                     int filter_width, int x, int y) {
  const int radius = filter_width / 2;
  const Taps rows = taps_inside(y, height, filter_width);
  const Taps columns = taps_inside(x, width, filter_width);
  float sum = 0.0f;
  for (int j = 0; j < filter_width; ++j) {
    const int py = j < rows.first ? 0 : j >= rows.last ? height - 1 : y + j - radius;
    const float* row = input + py * width;
    const float* weights = filter + j * filter_width;
    int i = 0;
    while (i < columns.first) sum += weights[i++] * row[0];
    for (; i < columns.last; ++i) sum += weights[i] * row[x + i - radius];
    while (i < filter_width) sum += weights[i++] * row[width - 1];
  }
  return sum;
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const auto sum_at = border == kit::Border::clamp ? &window_sum<kit::Border::clamp>
                                                   : &window_sum<kit::Border::zero>;
  const int pixels = width * height;
  for (int pixel = 0; pixel < pixels; ++pixel) {
    output[pixel] =
        sum_at(input, width, height, filter, filter_width, pixel % width, pixel / width);
  }
}

}  // namespace lab01
