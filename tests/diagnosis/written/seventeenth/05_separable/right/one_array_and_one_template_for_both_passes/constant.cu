// Lab 05: separable filter, weights in constant memory.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

// The row weights begin at 0, the column weights at kMaxTaps.
__constant__ float both_vectors[2 * kMaxTaps];

__device__ float value_on_line(const float* __restrict__ line, int length, int step, int position,
                               kit::Border border) {
  if (border == kit::Border::clamp) {
    position = min(max(position, 0), length - 1);
  } else if (position < 0 || position >= length) {
    return 0.0f;
  }
  return line[position * step];
}

// Either pass. The loop runs over offsets from the pixel, from the last tap to the first.
template <bool kAlongX>
__global__ void filter_lines(const float* __restrict__ input, float* __restrict__ output, int width,
                             int height, int taps, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  constexpr int kFirst = kAlongX ? 0 : kMaxTaps;
  const float* const line = kAlongX ? input + y * width : input + x;
  const int length = kAlongX ? width : height;
  const int step = kAlongX ? 1 : width;
  const int position = kAlongX ? x : y;
  const int radius = taps / 2;
  float acc = 0.0f;
  for (int d = radius; d >= -radius; --d) {
    acc += both_vectors[kFirst + radius + d] *
           value_on_line(line, length, step, position + d, border);
  }
  output[y * width + x] = acc;
}

}  // namespace

void separable_constant(const float* d_input, float* d_output, float* d_workspace, int width,
                        int height, const float* row_weights, const float* column_weights, int taps,
                        kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t bytes = taps * sizeof(float);
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(both_vectors, row_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(both_vectors, column_weights, bytes, kMaxTaps * sizeof(float),
                                    cudaMemcpyHostToDevice, stream));

  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  filter_lines<true><<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
  filter_lines<false><<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
