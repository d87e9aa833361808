// Right: loops over rows and columns of the tile with a lambda, and each thread reads back the
// elements that it has stored itself.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

__device__ float nearest_pixel(const float* __restrict__ image, int width, int height, int x,
                               int y) {
  return image[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)];
}

/// Two nested loops: rows of threads take rows of the tile, threads take columns.
template <typename Visit>
__device__ void for_my_elements(int pitch, int rows, Visit visit) {
  for (int row = threadIdx.y; row < rows; row += blockDim.y) {
    for (int column = threadIdx.x; column < pitch; column += blockDim.x) visit(column, row);
  }
}

__global__ void __launch_bounds__(1024)
    fill_tiles(const float* __restrict__ input, float* __restrict__ output, int width, int height,
               int radius) {
  extern __shared__ float tile[];
  const int left = static_cast<int>(blockIdx.x * blockDim.x) - radius;
  const int top = static_cast<int>(blockIdx.y * blockDim.y) - radius;
  const int pitch = blockDim.x + 2 * radius;
  const int rows = blockDim.y + 2 * radius;

  for_my_elements(pitch, rows, [&](int column, int row) {
    tile[row * pitch + column] = nearest_pixel(input, width, height, left + column, top + row);
  });

  const int line = gridDim.x * pitch;
  float* const corner = output + blockIdx.y * rows * line + blockIdx.x * pitch;
  for_my_elements(pitch, rows, [&](int column, int row) {
    corner[row * line + column] = tile[row * pitch + column];
  });
}

}  // namespace

void show_tiles(const float* d_input, float* d_output, int width, int height, int radius,
                dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const std::size_t tile_bytes = sizeof(float) * (block.x + 2 * radius) * (block.y + 2 * radius);
  fill_tiles<<<grid, block, tile_bytes, stream>>>(d_input, d_output, width, height, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
