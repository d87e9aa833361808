/// Right: each thread filters one pixel of the strip, all of its products from global memory.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

__global__ void filter_pixel(const float* ring, int ring_rows, float* output, int width, int height,
                             int first, int rows, const float* weights, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int k = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || k >= rows) return;
  float sum = 0;
  for (int j = -radius; j <= radius; ++j) {
    int y = first + k + j;
    if (y < 0) y = 0;
    if (y > height - 1) y = height - 1;
    while (y >= ring_rows) y -= ring_rows;
    float along = 0;
    for (int i = -radius; i <= radius; ++i) {
      int column = x + i;
      if (column < 0) column = 0;
      if (column > width - 1) column = width - 1;
      along += weights[i + radius] * ring[static_cast<std::size_t>(y) * width + column];
    }
    sum += weights[j + radius] * along;
  }
  output[static_cast<std::size_t>(k) * width + x] = sum;
}

}  // namespace

void filter_strip(const float* d_ring, int ring_rows, float* d_output, int width, int height,
                  int first, int rows, const float* d_weights, int radius, cudaStream_t stream) {
  const dim3 block(32, 4);
  const dim3 grid((width + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  filter_pixel<<<grid, block, 0, stream>>>(d_ring, ring_rows, d_output, width, height, first, rows,
                                           d_weights, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab10
