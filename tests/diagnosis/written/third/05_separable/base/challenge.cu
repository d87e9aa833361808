/// @file
/// Lab 05, challenge: both passes in one kernel, the intermediate rows of a block in its shared
/// memory. A block filters all rows that its outputs need, its neighbours' too. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

constexpr int kColumns = 32;  // outputs of a block along x, one lane each
constexpr int kWarps = 8;     // rows of threads
constexpr int kRows = 64;     // outputs of a block along y

__constant__ float constant_row[kMaxTaps];
__constant__ float constant_column[kMaxTaps];

/// One value of the intermediate image, computed from row `y` of the input.
__device__ float filtered_row(const float* __restrict__ input, int width, int x, int y, int taps,
                              kit::Border border) {
  const float* const row = input + y * width;
  const int start = x - taps / 2;
  float sum = 0.0f;
  if (border == kit::Border::clamp) {
    for (int i = 0; i < taps; ++i) {
      sum += constant_row[i] * row[min(max(start + i, 0), width - 1)];
    }
  } else {
    for (int i = 0; i < taps; ++i) {
      const int position = start + i;
      if (position >= 0 && position < width) sum += constant_row[i] * row[position];
    }
  }
  return sum;
}

__global__ void filter_both(const float* __restrict__ input, float* __restrict__ output, int width,
                            int height, int taps, kit::Border border) {
  __shared__ float between[kRows + kMaxTaps - 1][kColumns];
  const int radius = taps / 2;
  const int x = blockIdx.x * kColumns + threadIdx.x;
  const int first_y = blockIdx.y * kRows;
  const int needed = min(kRows, height - first_y) + 2 * radius;

  for (int j = threadIdx.y; j < needed; j += kWarps) {
    int y = first_y + j - radius;
    const bool beyond = y < 0 || y >= height;
    y = min(max(y, 0), height - 1);
    float value = 0.0f;
    if (x < width && !(beyond && border == kit::Border::zero)) {
      value = filtered_row(input, width, x, y, taps, border);
    }
    between[j][threadIdx.x] = value;
  }
  __syncthreads();
  if (x >= width) return;

  for (int k = threadIdx.y; k < kRows; k += kWarps) {
    const int y = first_y + k;
    if (y >= height) break;
    float sum = 0.0f;
    for (int j = 0; j < taps; ++j) sum += constant_column[j] * between[k + j][threadIdx.x];
    output[y * width + x] = sum;
  }
}

}  // namespace

void separable_fused(const float* d_input, float* d_output, int width, int height,
                     const float* row_weights, const float* column_weights, int taps,
                     kit::Border border, cudaStream_t stream) {
  const std::size_t bytes = sizeof(float) * taps;
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(constant_row, row_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(constant_column, column_weights, bytes, 0,
                                    cudaMemcpyHostToDevice, stream));
  const dim3 grid((width + kColumns - 1) / kColumns, (height + kRows - 1) / kRows);
  const dim3 block(kColumns, kWarps);
  filter_both<<<grid, block, 0, stream>>>(d_input, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
