/// @file
/// Lab 01, challenge: two separable passes, rows shared among the cores. Read README.md first.
/// Every inner loop adds a multiple of one row to another, which compilers vectorise.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

/// sums[k] += weight * values[k] for k in [0, count). The two ranges do not overlap: said by
/// __restrict__, so that the compiler need not test it before it vectorises.
void add_scaled(float* __restrict__ sums, const float* __restrict__ values, float weight,
                int count) {
  for (int k = 0; k < count; ++k) sums[k] += weight * values[k];
}

/// sums[k] += value for k in [0, count).
void add_constant(float* sums, float value, int count) {
  for (int k = 0; k < count; ++k) sums[k] += value;
}

/// Filters one row of `width` pixels along x. Tap by tap rather than pixel by pixel: for one tap,
/// the pixels that read inside the row are one contiguous stretch [first, last), so the border
/// costs nothing within it.
void filter_row(const float* input, float* output, int width, const float* filter, int filter_width,
                kit::Border border) {
  std::fill_n(output, width, 0.0f);
  for (int i = 0; i < filter_width; ++i) {
    const int shift = i - filter_width / 2;  // this tap reads x + shift
    const int first = std::clamp(-shift, 0, width);
    const int last = std::clamp(width - shift, 0, width);
    if (first < last) add_scaled(output + first, input + first + shift, filter[i], last - first);
    if (border == kit::Border::clamp) {
      add_constant(output, filter[i] * input[0], first);
      add_constant(output + last, filter[i] * input[width - 1], width - last);
    }
  }
}

/// Row y of the image filtered along y: a weighted sum of whole rows, so x stays the inner loop and
/// memory is read in order.
void filter_columns(const float* input, float* output_row, int width, int height, int y,
                    const float* filter, int filter_width, kit::Border border) {
  std::fill_n(output_row, width, 0.0f);
  for (int j = 0; j < filter_width; ++j) {
    int row = y + j - filter_width / 2;
    if (border == kit::Border::clamp) {
      row = std::clamp(row, 0, height - 1);
    } else if (row < 0 || row >= height) {
      continue;
    }
    add_scaled(output_row, input + row * width, filter[j], width);
  }
}

}  // namespace

void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  std::vector<float> filtered_rows(std::size_t(width) * std::size_t(height));
  float* const rows = filtered_rows.data();

#pragma omp parallel for
  for (int y = 0; y < height; ++y) {
    filter_row(input + y * width, rows + y * width, width, row_filter, filter_width, border);
  }
  // The loop above ends with a barrier: every row is there before the columns need it.
#pragma omp parallel for
  for (int y = 0; y < height; ++y) {
    filter_columns(rows, output + y * width, width, height, y, column_filter, filter_width, border);
  }
}

}  // namespace lab01
