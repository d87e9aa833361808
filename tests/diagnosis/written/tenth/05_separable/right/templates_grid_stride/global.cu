/// @file
/// Lab 05, stage global: one kernel template for both axes, grid-stride loops.
#include <algorithm>
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

enum class Axis { x, y };

/// A line of pixels with its border.
template <kit::Border kBorder>
struct Line {
  const float* __restrict__ first;
  int length;
  int step;

  __device__ float operator[](int i) const {
    if constexpr (kBorder == kit::Border::clamp) {
      return first[max(0, min(i, length - 1)) * step];
    } else {
      return static_cast<unsigned>(i) < static_cast<unsigned>(length) ? first[i * step] : 0.0f;
    }
  }
};

template <Axis kAxis, kit::Border kBorder>
__global__ void filter_lines(const float* __restrict__ from, float* __restrict__ to, int width,
                             int height, const float* __restrict__ weights, int taps) {
  const std::int64_t jump_x = std::int64_t(gridDim.x) * blockDim.x;
  const std::int64_t jump_y = std::int64_t(gridDim.y) * blockDim.y;
  const std::int64_t start_x = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::int64_t start_y = std::int64_t(blockIdx.y) * blockDim.y + threadIdx.y;

  for (std::int64_t y = start_y; y < height; y += jump_y) {
    for (std::int64_t x = start_x; x < width; x += jump_x) {
      const bool along_x = kAxis == Axis::x;
      const Line<kBorder> line{along_x ? from + y * width : from + x, along_x ? width : height,
                               along_x ? 1 : width};
      int position = static_cast<int>(along_x ? x : y) - taps / 2;
      float sum = 0.0f;
      for (const float* w = weights; w != weights + taps; ++w) sum = fmaf(*w, line[position++], sum);
      to[y * width + x] = sum;
    }
  }
}

unsigned blocks_for(int length, unsigned threads, unsigned most) {
  const unsigned needed = (static_cast<unsigned>(length) + threads - 1) / threads;
  return std::min(needed, most);
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid(blocks_for(width, block.x, 4096), blocks_for(height, block.y, 256));

  const auto both_passes = [&]<kit::Border kBorder>() {
    filter_lines<Axis::x, kBorder><<<grid, block, 0, stream>>>(d_input, d_workspace, width, height,
                                                               d_row_weights, taps);
    KIT_CHECK(cudaGetLastError());
    filter_lines<Axis::y, kBorder><<<grid, block, 0, stream>>>(d_workspace, d_output, width, height,
                                                               d_column_weights, taps);
    KIT_CHECK(cudaGetLastError());
  };
  if (border == kit::Border::clamp) {
    both_passes.template operator()<kit::Border::clamp>();
  } else {
    both_passes.template operator()<kit::Border::zero>();
  }
}

}  // namespace lab05
