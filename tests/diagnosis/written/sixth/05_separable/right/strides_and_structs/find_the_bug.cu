/// @file
/// Lab 05, find the bug: an image of half the size. The intermediate image is half as wide as the
/// input; the columns' kernel now gets its width instead of the input's.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

/// First pass: the mean of two neighbours in a row.
__global__ void halve_rows(const float* __restrict__ input, float* __restrict__ between, int width,
                           int height) {
  const int half_width = (width + 1) / 2;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= half_width || y >= height) return;

  const float* const row = input + y * width;
  between[y * half_width + x] = 0.5f * (row[2 * x] + row[min(2 * x + 1, width - 1)]);
}

/// Second pass: the mean of two neighbours in a column of the intermediate image, whose width it is.
__global__ void halve_columns(const float* __restrict__ between, float* __restrict__ output,
                              int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= (height + 1) / 2) return;

  const float* const upper = between + 2 * y * width;
  const float* const lower = between + min(2 * y + 1, height - 1) * width;
  output[y * width + x] = 0.5f * (upper[x] + lower[x]);
}

dim3 grid_over(int width, int height, dim3 block) {
  return dim3((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
}

}  // namespace

void halve(const float* d_input, float* d_output, float* d_workspace, int width, int height,
           dim3 block, cudaStream_t stream) {
  const int half_width = (width + 1) / 2, half_height = (height + 1) / 2;
  halve_rows<<<grid_over(half_width, height, block), block, 0, stream>>>(d_input, d_workspace,
                                                                         width, height);
  KIT_CHECK(cudaGetLastError());
  halve_columns<<<grid_over(half_width, half_height, block), block, 0, stream>>>(
      d_workspace, d_output, half_width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
