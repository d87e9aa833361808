/// @file
/// Lab 05, stage constant: both vectors in one struct, only taps that fall into the
/// image read it there, the others the pixel at the edge.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

struct Taps {
  float row[kMaxTaps];
  float column[kMaxTaps];
};
__constant__ Taps constant_taps;

/// Which of the taps lie in a line of `length` values: those from `first` up to `end`, without it.
struct Range {
  int first, end;
  __device__ Range(int start, int taps, int length)
      : first(min(max(-start, 0), taps)), end(max(min(length - start, taps), 0)) {}
};

__device__ float dot(const float* weights, int taps, const float* __restrict__ line, int start,
                     int length, int step, bool nearest) {
  const Range inside(start, taps, length);
  float sum = 0.0f;
  int i = 0;
  if (nearest) {
    while (i < inside.first) sum += weights[i++] * line[0];
  }
  i = inside.first;
  const float* value = line + (start + i) * step;
  while (i < inside.end) {
    sum += weights[i++] * *value;
    value += step;
  }
  if (nearest) {
    for (i = inside.end; i < taps; ++i) sum += weights[i] * line[(length - 1) * step];
  }
  return sum;
}

__device__ int2 my_pixel() {
  return make_int2(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
}

__global__ void filter_rows(const float* __restrict__ input, float* __restrict__ output, int2 size,
                            int taps, bool nearest) {
  const auto [x, y] = my_pixel();
  if (x >= size.x || y >= size.y) return;
  output[y * size.x + x] =
      dot(constant_taps.row, taps, input + y * size.x, x - taps / 2, size.x, 1, nearest);
}

__global__ void filter_columns(const float* __restrict__ input, float* __restrict__ output,
                               int2 size, int taps, bool nearest) {
  const auto [x, y] = my_pixel();
  if (x >= size.x || y >= size.y) return;
  output[y * size.x + x] =
      dot(constant_taps.column, taps, input + x, y - taps / 2, size.y, size.x, nearest);
}

}  // namespace

void separable_constant(const float* d_input, float* d_output, float* d_workspace, int width,
                        int height, const float* row_weights, const float* column_weights, int taps,
                        kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t bytes = taps * sizeof(float);
  KIT_CHECK(cudaMemcpyToSymbolAsync(constant_taps, row_weights, bytes, offsetof(Taps, row),
                                    cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(constant_taps, column_weights, bytes, offsetof(Taps, column),
                                    cudaMemcpyHostToDevice, stream));

  const int2 size = make_int2(width, height);
  const bool nearest = border == kit::Border::clamp;
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  filter_rows<<<grid, block, 0, stream>>>(d_input, d_workspace, size, taps, nearest);
  KIT_CHECK(cudaGetLastError());
  filter_columns<<<grid, block, 0, stream>>>(d_workspace, d_output, size, taps, nearest);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
