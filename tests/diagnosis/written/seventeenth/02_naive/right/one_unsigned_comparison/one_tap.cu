/// @file
/// Lab 02, stage one_tap: the index of a neighbour, which may lie outside. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// One thread computes output pixel (x, y) from its neighbour at (x + dx, y + dy); threads beyond
/// the image do nothing. Everything is unsigned: a coordinate left of 0 wraps around to at least
/// 2^32 - 2^30, which is above any width or height, so one comparison tests both ends.
__global__ void weigh_neighbour(const float* __restrict__ input, float* __restrict__ output,
                                unsigned width, unsigned height, unsigned dx, unsigned dy,
                                float weight) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const unsigned from_x = x + dx;
    const unsigned from_y = y + dy;
    float result = 0.0f;
    if (from_x < width && from_y < height) result = weight * input[from_y * width + from_x];
    output[y * width + x] = result;
  }
}

}  // namespace

void one_tap(const float* d_input, float* d_output, int width, int height, int dx, int dy,
             float weight, dim3 block, cudaStream_t stream) {
  const unsigned columns = static_cast<unsigned>(width);
  const unsigned rows = static_cast<unsigned>(height);
  const dim3 grid((columns - 1) / block.x + 1, (rows - 1) / block.y + 1);
  weigh_neighbour<<<grid, block, 0, stream>>>(d_input, d_output, columns, rows,
                                              static_cast<unsigned>(dx),
                                              static_cast<unsigned>(dy), weight);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
