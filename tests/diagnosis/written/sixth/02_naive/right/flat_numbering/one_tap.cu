/// @file
/// Lab 02, stage one_tap: threads are numbered through the whole grid, in memory's order.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

__global__ void weigh_neighbour(const float* __restrict__ input, float* __restrict__ output,
                                int width, int height, int dx, int dy, float weight) {
  const long long block = static_cast<long long>(blockIdx.y) * gridDim.x + blockIdx.x;
  const long long number =
      block * (blockDim.x * blockDim.y) + (threadIdx.y * blockDim.x + threadIdx.x);
  if (number >= static_cast<long long>(width) * height) return;
  const int pixel = static_cast<int>(number);
  const int y = pixel / width;
  const int x = pixel - y * width;
  // 0 <= x + dx, with dx on the other side; width - dx could exceed an int, x + dx cannot.
  const bool column_there = x >= -dx && x + dx < width;
  const bool row_there = y >= -dy && y + dy < height;
  output[pixel] = column_there && row_there ? weight * input[(y + dy) * width + (x + dx)] : 0.0f;
}

}  // namespace

void one_tap(const float* d_input, float* d_output, int width, int height, int dx, int dy,
             float weight, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  weigh_neighbour<<<grid, block, 0, stream>>>(d_input, d_output, width, height, dx, dy, weight);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
