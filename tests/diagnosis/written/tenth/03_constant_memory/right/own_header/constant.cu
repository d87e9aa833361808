// Lab 03, constant: the window is cut to the image beforehand (zero), or its coordinates are
// clamped (clamp). The weights are a two-dimensional view of one array in constant memory.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "rows.cuh"

namespace lab03 {
namespace {

__constant__ float taps[kMaxFilterWidth * kMaxFilterWidth];

__device__ float sum_cut(const float* __restrict__ image, int width, int height, int size, int x,
                         int y) {
  const int r = size / 2;
  // Taps [i_begin, i_end) x [j_begin, j_end) are inside; all others would add weight * 0.
  const int i_begin = max(0, r - x), i_end = min(size, width + r - x);
  const int j_begin = max(0, r - y), j_end = min(size, height + r - y);
  float sum = 0.0f;
  for (int j = j_begin; j < j_end; ++j) {
    const int line = (y + j - r) * width + x - r;
    for (int i = i_begin; i < i_end; ++i) sum += taps[j * size + i] * image[line + i];
  }
  return sum;
}

__device__ float sum_clamped(const float* __restrict__ image, int width, int height, int size,
                             int x, int y) {
  const int r = size / 2;
  float sum = 0.0f;
  for (int j = 0; j < size; ++j) {
    const float* const line = image + max(0, min(height - 1, y + j - r)) * width;
    for (int i = 0; i < size; ++i)
      sum += taps[j * size + i] * line[max(0, min(width - 1, x + i - r))];
  }
  return sum;
}

__global__ void filter_image(const float* __restrict__ input, float* __restrict__ output, int width,
                             int height, int size, bool clamp) {
  rows::for_each_pixel<1>(width, height, [&](int at) {
    const int y = at / width;
    const int x = at - y * width;
    output[at] = clamp ? sum_clamped(input, width, height, size, x, y)
                       : sum_cut(input, width, height, size, x, y);
  });
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t bytes = sizeof *filter * filter_width * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(taps, filter, bytes, 0, cudaMemcpyHostToDevice, stream));
  filter_image<<<rows::cover(width, height, block), block, 0, stream>>>(
      d_input, d_output, width, height, filter_width, border == kit::Border::clamp);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
