/// @file
/// Lab 04, stage mean: sum a window of the tile. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

/// The pixel at (x, y) or, beyond the edge of the image, the one nearest to it.
__device__ float nearest_pixel(const float* __restrict__ image, int width, int height, int x,
                               int y) {
  return image[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)];
}

/// Means of three neighbours. Dynamic shared memory: blockDim.y rows of blockDim.x + 2 floats.
__global__ void __launch_bounds__(1024)
    mean_of_neighbours(const float* __restrict__ input, float* __restrict__ output, int width,
                       int height) {
  extern __shared__ float tile[];
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int pitch = blockDim.x + 2;
  float* const row = tile + threadIdx.y * pitch;  // of the tile, as long as the pitch

  // Each thread loads its own pixel, the first and the last one of a row their neighbour as well.
  row[threadIdx.x + 1] = nearest_pixel(input, width, height, x, y);
  if (threadIdx.x == 0) row[0] = nearest_pixel(input, width, height, x - 1, y);
  if (threadIdx.x == blockDim.x - 1) row[pitch - 1] = nearest_pixel(input, width, height, x + 1, y);

  __syncthreads();
  const bool has_pixel = x < width && y < height;
  if (has_pixel) {
    const float* const window = &row[threadIdx.x];
    output[y * width + x] = (window[0] + window[1] + window[2]) / 3;
  }
}

}  // namespace

void mean_of_three(const float* d_input, float* d_output, int width, int height, dim3 block,
                   cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const std::size_t tile_bytes = sizeof(float) * (block.x + 2) * block.y;
  mean_of_neighbours<<<grid, block, tile_bytes, stream>>>(d_input, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
