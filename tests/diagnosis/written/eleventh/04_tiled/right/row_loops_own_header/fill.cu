#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "tile.cuh"

namespace lab04 {
namespace {

__global__ void __launch_bounds__(1024)
    copy_tiles(const float* __restrict__ input, float* __restrict__ output, int width, int height,
               int radius) {
  extern __shared__ float tile[];
  const tiles::Shape shape(radius, blockDim);
  const int pitch = shape.columns();
  const int left = int(blockIdx.x * blockDim.x) - radius;
  const int top = int(blockIdx.y * blockDim.y) - radius;
  tiles::for_own_elements(shape, [&](int column, int row) {
    const int x = max(0, min(left + column, width - 1));
    const int y = max(0, min(top + row, height - 1));
    tile[row * pitch + column] = input[y * width + x];
  });
  float* const corner =
      output + std::size_t(blockIdx.y) * shape.lines() * gridDim.x * pitch + blockIdx.x * pitch;
  tiles::for_own_elements(shape, [&](int column, int row) {
    corner[std::size_t(row) * gridDim.x * pitch + column] = tile[row * pitch + column];
  });
}

}  // namespace

void show_tiles(const float* d_input, float* d_output, int width, int height, int radius,
                dim3 block, cudaStream_t stream) {
  copy_tiles<<<tiles::cover(width, height, block), block, tiles::Shape(radius, block).bytes(),
               stream>>>(d_input, d_output, width, height, radius);
  CUDA_OK(cudaGetLastError());
}

}  // namespace lab04
