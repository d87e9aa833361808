// Lab 01, challenge. Works on pieces of rows that fit into registers and the first-level cache. The
// order of the passes is free, because both the filter and the border are separable: y first here.
#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

constexpr int kPiece = 256;

struct Piece {
  Piece(int index, int width) : x0(index * kPiece), size(std::min(kPiece, width - x0)) {}
  void add(float weight, const float* line, int from, int to) {
#pragma omp simd
    for (int k = from; k < to; ++k) sums[k] += weight * line[k];
  }
  void add_constant(float value, int from, int to) {
    for (int k = from; k < to; ++k) sums[k] += value;
  }
  void store(float* line) const { std::copy_n(sums.data(), size, line + x0); }

  int x0;
  int size;
  std::array<float, kPiece> sums{};
};

}  // namespace

void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  const int radius = filter_width / 2;
  const bool repeat = border == kit::Border::clamp;
  const int pieces = width / kPiece + (width % kPiece != 0);
  std::vector<float> columns_done(static_cast<std::size_t>(width) * height);
  const auto row_of = [width](auto* image, int y) {
    return image + static_cast<std::ptrdiff_t>(y) * width;
  };

#pragma omp parallel for collapse(2) schedule(static)
  for (int y = 0; y < height; ++y) {
    for (int p = 0; p < pieces; ++p) {
      Piece piece(p, width);
      for (int j = 0; j < filter_width; ++j) {
        const int v = y + j - radius;
        if ((v < 0 || v >= height) && !repeat) continue;
        const float* const line = row_of(input, std::clamp(v, 0, height - 1));
        piece.add(column_filter[j], line + piece.x0, 0, piece.size);
      }
      piece.store(row_of(columns_done.data(), y));
    }
  }

#pragma omp parallel for schedule(dynamic, 4)
  for (int y = 0; y < height; ++y) {
    const float* const line = row_of(columns_done.data(), y);
    for (int p = 0; p < pieces; ++p) {
      Piece piece(p, width);
      for (int i = 0; i < filter_width; ++i) {
        // Pixel k of the piece reads column start + k.
        const int start = piece.x0 + i - radius;
        const int from = std::clamp(-start, 0, piece.size);
        const int to = std::clamp(width - start, 0, piece.size);
        if (from < to) {
          // No pointer before the row is formed: the window begins at its first column inside.
          const float* const window = line + (start + from);
          float* const sums = piece.sums.data() + from;
#pragma omp simd
          for (int k = 0; k < to - from; ++k) sums[k] += row_filter[i] * window[k];
        }
        if (repeat) {
          piece.add_constant(row_filter[i] * line[0], 0, from);
          piece.add_constant(row_filter[i] * line[width - 1], to, piece.size);
        }
      }
      piece.store(row_of(output, y));
    }
  }
}

}  // namespace lab01
