// Lab 05, bytes: the arithmetic is in line_sum.cuh; the weights are a struct in constant memory.
#include <algorithm>
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "line_sum.cuh"

namespace lab05 {
namespace {

struct Weights {
  float row[kMaxTaps], column[kMaxTaps];
};
__constant__ Weights filter;

__global__ void along_x(const std::uint8_t* __restrict__ input, float* __restrict__ between,
                        int width, int height, int taps, bool clamped) {
  const int x = threadIdx.x + blockDim.x * blockIdx.x, y = threadIdx.y + blockDim.y * blockIdx.y;
  if (x < width && y < height) {
    const lines::View<std::uint8_t> row{input + y * width, width, 1, clamped};
    between[x + y * width] = lines::sum(row, x, filter.row, taps);
  }
}

__global__ void along_y(const float* __restrict__ between, std::uint8_t* __restrict__ output,
                        int width, int height, int taps, bool clamped) {
  const int x = threadIdx.x + blockDim.x * blockIdx.x, y = threadIdx.y + blockDim.y * blockIdx.y;
  if (x < width && y < height) {
    const lines::View<float> column{between + x, height, width, clamped};
    const float level = rintf(lines::sum(column, y, filter.column, taps));  // halves to even
    output[x + y * width] = level <= 0 ? 0 : level >= 255 ? 255 : std::uint8_t(level);
  }
}

}  // namespace

void separable_bytes(const std::uint8_t* d_input, std::uint8_t* d_output, float* d_workspace,
                     int width, int height, const float* row_weights, const float* column_weights,
                     int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  // One copy for both; the runtime copies from pageable memory before it returns.
  Weights weights{};
  std::copy_n(row_weights, taps, weights.row);
  std::copy_n(column_weights, taps, weights.column);
  KIT_CHECK(cudaMemcpyToSymbolAsync(filter, &weights, sizeof weights, 0, cudaMemcpyHostToDevice,
                                    stream));
  const dim3 grid{(width + block.x - 1) / block.x, (height + block.y - 1) / block.y, 1};
  const bool clamped = border == kit::Border::clamp;
  along_x<<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps, clamped);
  KIT_CHECK(cudaGetLastError());
  along_y<<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, taps, clamped);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
