/// @file
/// Lab 04, stage fill: from the last element to the first, each written out as soon as it is
/// stored. A thread reads only what it has stored itself.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

__global__ void __launch_bounds__(1024)
    fill_backwards(const float* __restrict__ input, float* __restrict__ output, int width,
                   int height, int radius, int2 tile_size) {
  extern __shared__ float tile[];
  const int thread = threadIdx.x + threadIdx.y * blockDim.x;
  const int threads = blockDim.x * blockDim.y;
  const int shift_x = static_cast<int>(blockIdx.x * blockDim.x) - radius;
  const int shift_y = static_cast<int>(blockIdx.y * blockDim.y) - radius;
  const int all_columns = static_cast<int>(gridDim.x) * tile_size.x;
  float* const corner = output + blockIdx.y * tile_size.y * all_columns + blockIdx.x * tile_size.x;

  for (int n = tile_size.x * tile_size.y - 1 - thread; n >= 0; n -= threads) {
    const int row = n / tile_size.x;
    const int column = n - row * tile_size.x;
    const int x = min(max(shift_x + column, 0), width - 1);
    const int y = min(max(shift_y + row, 0), height - 1);
    tile[n] = input[y * width + x];
    corner[row * all_columns + column] = tile[n];
  }
}

}  // namespace

void show_tiles(const float* d_input, float* d_output, int width, int height, int radius,
                dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const int2 tile_size = make_int2(block.x + 2 * radius, block.y + 2 * radius);
  const std::size_t bytes = sizeof(float) * tile_size.x * tile_size.y;
  fill_backwards<<<grid, block, bytes, stream>>>(d_input, d_output, width, height, radius,
                                                 tile_size);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
