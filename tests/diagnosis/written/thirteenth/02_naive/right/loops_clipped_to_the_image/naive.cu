/// @file
/// Lab 02, stage kernel: one thread per pixel, everything from global memory. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// The coordinate in [0, size - 1] that is nearest to `at`.
__device__ int nearest(int at, int size) { return min(max(at, 0), size - 1); }

/// One thread computes output pixel (x, y); threads beyond the image do nothing.
__global__ void convolve_naive(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, const float* __restrict__ filter,
                               int filter_width, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int radius = filter_width / 2;
  const int left = x - radius;
  const int top = y - radius;
  // Border clamp needs all taps. With border zero the taps outside add nothing, so the loops run
  // over those inside only; nearest() changes nothing there.
  int i_begin = 0, i_end = filter_width, j_begin = 0, j_end = filter_width;
  if (border != kit::Border::clamp) {
    i_begin = max(0, -left);
    j_begin = max(0, -top);
    i_end = min(filter_width, width - left);
    j_end = min(filter_width, height - top);
  }
  float sum = 0.0f;
  for (int j = j_begin; j < j_end; ++j) {
    const int row = nearest(top + j, height) * width;
    for (int i = i_begin; i < i_end; ++i) {
      sum += filter[j * filter_width + i] * input[row + nearest(left + i, width)];
    }
  }
  output[y * width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const unsigned columns = (width + block.x - 1) / block.x;
  const unsigned rows = (height + block.y - 1) / block.y;
  const dim3 grid(columns, rows);
  convolve_naive<<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter,
                                             filter_width, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
