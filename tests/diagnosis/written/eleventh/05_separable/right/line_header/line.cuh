// Sums along a line of an image, for both passes of global.cu and constant.cu.
#pragma once

#include "kit/border.hpp"
#include "kit/cuda_check.hpp"

namespace lab05::detail {

#define LAB_LAUNCH_CHECK() KIT_CHECK(cudaPeekAtLastError())

/// A line of `length` values, `step` apart.
struct StridedLine {
  const float* __restrict__ first;
  int length;
  int step;
};

/// The sum of weight(k) times the line's value at position centre - r + k.
template <typename WeightAt>
__device__ float correlate(const StridedLine line, int centre, int taps, kit::Border border,
                           WeightAt weight) {
  const int start = centre - taps / 2;
  float sum = 0.0f;
  if (border == kit::Border::zero) {
    // Taps beyond the ends add nothing: leave them out.
    const int from = start < 0 ? -start : 0;
    const int to = min(taps, line.length - start);
    const float* p = line.first + (start + from) * line.step;
    for (int k = from; k < to; ++k) {
      sum += weight(k) * *p;
      if (k + 1 < to) p += line.step;
    }
    return sum;
  }
  for (int k = 0; k < taps; ++k) {
    const int at = start + k;
    const int nearest = at < 0 ? 0 : at < line.length ? at : line.length - 1;
    sum += weight(k) * line.first[nearest * line.step];
  }
  return sum;
}

/// Calls body(x, y) for every pixel that the thread has: one, unless the grid is smaller than the
/// image.
template <typename Body>
__device__ void for_each_pixel(int width, int height, Body body) {
  const unsigned dx = gridDim.x * blockDim.x;
  const unsigned dy = gridDim.y * blockDim.y;
  for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < unsigned(height); y += dy) {
    for (unsigned x = blockIdx.x * blockDim.x + threadIdx.x; x < unsigned(width); x += dx) {
      body(int(x), int(y));
    }
  }
}

inline dim3 grid_of(int width, int height, dim3 block) {
  return {(width + block.x - 1u) / block.x, (height + block.y - 1u) / block.y, 1u};
}

}  // namespace lab05::detail
