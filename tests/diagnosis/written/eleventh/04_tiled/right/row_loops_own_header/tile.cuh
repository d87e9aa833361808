// A tile with halo in dynamic shared memory, for any pixel source.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <stdexcept>

#define CUDA_OK(call)                                                                    \
  do {                                                                                   \
    const cudaError_t status_ = (call);                                                  \
    if (status_ != cudaSuccess) throw kit::CudaError(status_, #call, __FILE__, __LINE__); \
  } while (0)

namespace tiles {

struct Shape {
  int radius;
  unsigned block_x, block_y;
  __host__ __device__ Shape(int r, dim3 block) : radius(r), block_x(block.x), block_y(block.y) {}
  __host__ __device__ int columns() const { return int(block_x) + 2 * radius; }
  __host__ __device__ int lines() const { return int(block_y) + 2 * radius; }
  __host__ __device__ std::size_t bytes() const {
    return std::size_t(columns()) * lines() * sizeof(float);
  }
};

// Visits the tile as a rectangle: threadIdx.y picks lines, threadIdx.x columns.
template <typename Visit>
__device__ inline void for_own_elements(const Shape& shape, Visit&& visit) {
  for (int row = threadIdx.y; row < shape.lines(); row += shape.block_y) {
    for (int column = threadIdx.x; column < shape.columns(); column += shape.block_x) {
      visit(column, row);
    }
  }
}

inline dim3 cover(int width, int height, dim3 block) {
  return dim3((unsigned(width) - 1) / block.x + 1, (unsigned(height) - 1) / block.y + 1);
}

}  // namespace tiles
