/// @file
/// Lab 02, stage one_tap: the index of a neighbour, which may lie outside. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// One thread computes output pixel (x, y) from its neighbour at (x + dx, y + dy); threads beyond
/// the image do nothing.
__global__ void weigh_neighbour(const float* __restrict__ input, float* __restrict__ output,
                                int width, int height, int dx, int dy, float weight) {
  const unsigned columns = static_cast<unsigned>(width);
  const unsigned rows = static_cast<unsigned>(height);
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (!(x < columns && y < rows)) return;
  // Modulo 2^32. What would be negative becomes at least 3 * 2^30, more than any width or height.
  const unsigned nx = x + static_cast<unsigned>(dx);
  const unsigned ny = y + static_cast<unsigned>(dy);
  const bool exists = nx < columns && ny < rows;
  output[y * columns + x] = exists ? weight * input[ny * columns + nx] : 0.0f;
}

}  // namespace

void one_tap(const float* d_input, float* d_output, int width, int height, int dx, int dy,
             float weight, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  weigh_neighbour<<<grid, block, 0, stream>>>(d_input, d_output, width, height, dx, dy, weight);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
