// Right: the taps before, on and after the line are apart, values come through lambdas, and the
// sum is rounded first and limited as an integer.
#include <cstddef>
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

__constant__ float weights[2 * kMaxTaps];  // of the rows, then of the columns

/// Sum over the taps that lie on the line, split into those before, on and after it.
template <typename Value>
__device__ float sum_on_line(const float* w, int taps, int centre, int length, bool clamped,
                             Value value) {
  const int start = centre - taps / 2;
  const int begin = max(0, -start);           // first tap that lies on the line
  const int end = min(taps, length - start);  // first tap beyond its end
  float sum = 0.0f;
  if (clamped) {
    for (int i = 0; i < begin; ++i) sum += w[i] * value(0);
  }
  for (int i = begin; i < end; ++i) sum += w[i] * value(start + i);
  if (clamped) {
    for (int i = end; i < taps; ++i) sum += w[i] * value(length - 1);
  }
  return sum;
}

__global__ void rows_of_levels(const std::uint8_t* __restrict__ input, float* __restrict__ between,
                               int width, int height, int taps, bool clamped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const std::uint8_t* const row = input + y * width;
  between[y * width + x] = sum_on_line(weights, taps, x, width, clamped,
                                       [=](int p) { return static_cast<float>(row[p]); });
}

__global__ void columns_to_levels(const float* __restrict__ between,
                                  std::uint8_t* __restrict__ output, int width, int height,
                                  int taps, bool clamped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float sum = sum_on_line(weights + kMaxTaps, taps, y, height, clamped,
                                [=](int p) { return between[p * width + x]; });
  // Rounded first, halves to even, and limited as an integer.
  const int level = __float2int_rn(sum);
  output[y * width + x] = static_cast<std::uint8_t>(min(max(level, 0), 255));
}

}  // namespace

void separable_bytes(const std::uint8_t* d_input, std::uint8_t* d_output, float* d_workspace,
                     int width, int height, const float* row_weights, const float* column_weights,
                     int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const std::size_t bytes = sizeof(float) * taps;
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(weights, row_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(weights, column_weights, bytes, sizeof(float) * kMaxTaps,
                                    cudaMemcpyHostToDevice, stream));
  const bool clamped = border == kit::Border::clamp;
  rows_of_levels<<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps, clamped);
  KIT_CHECK(cudaGetLastError());
  columns_to_levels<<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, taps,
                                                clamped);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
