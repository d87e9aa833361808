/// @file
/// Lab 05, stage bytes: one kernel template; what it stores follows from the type of its output.
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

struct Weights {
  float row[kMaxTaps];
  float column[kMaxTaps];
};
__constant__ Weights weights;

__device__ std::uint8_t nearest_grey(float value) {
  if (value <= 0.0f) return 0;
  if (value >= 255.0f) return 255;
  return static_cast<std::uint8_t>(rintf(value));  // halves to even
}

/// From T to U along a line whose pixels stand `step` apart; `place` is this thread's on it.
template <typename T, typename U>
__device__ void filter_pixel(const T* line, U* target, int length, int step, int place,
                             const float* vector, int taps, kit::Border border) {
  float sum = 0.0f;
  int position = place - taps / 2;
  for (const float* weight = vector; weight != vector + taps; ++weight, ++position) {
    const int nearest = min(max(position, 0), length - 1);
    if (nearest == position || border == kit::Border::clamp) {
      sum += *weight * static_cast<float>(line[nearest * step]);
    }
  }
  if constexpr (std::is_same_v<U, float>) {
    *target = sum;
  } else {
    *target = nearest_grey(sum);
  }
}

__global__ void along_rows(const std::uint8_t* __restrict__ image, float* __restrict__ between,
                           int width, int height, int taps, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  filter_pixel(image + y * width, between + y * width + x, width, 1, x, weights.row, taps, border);
}

__global__ void along_columns(const float* __restrict__ between, std::uint8_t* __restrict__ image,
                              int width, int height, int taps, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  filter_pixel(between + x, image + y * width + x, height, width, y, weights.column, taps, border);
}

}  // namespace

void separable_bytes(const std::uint8_t* d_input, std::uint8_t* d_output, float* d_workspace,
                     int width, int height, const float* row_weights, const float* column_weights,
                     int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const auto upload = [&](const float* vector, std::size_t offset) {
    KIT_CHECK(cudaMemcpyToSymbolAsync(weights, vector, sizeof(float) * taps, offset,
                                      cudaMemcpyHostToDevice, stream));
  };
  upload(row_weights, offsetof(Weights, row));
  upload(column_weights, offsetof(Weights, column));

  const auto blocks = [](int length, unsigned threads) { return (length + threads - 1) / threads; };
  const dim3 grid(blocks(width, block.x), blocks(height, block.y));
  along_rows<<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
  along_columns<<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
