// A rectangle of floats in shared memory, and a way to fill it with all threads of a block.
#pragma once

#include <cuda_runtime.h>

template <class T>
struct TileView {
  T* data;
  int columns;
  int rows;

  __device__ T& operator()(int column, int row) const { return data[row * columns + column]; }

  /// Thread row ty fills the rows ty, ty + blockDim.y, ...; neighbours fill neighbouring columns.
  template <class Source>
  __device__ void fill(Source source) const {
    for (int row = threadIdx.y; row < rows; row += blockDim.y)
      for (int column = threadIdx.x; column < columns; column += blockDim.x)
        (*this)(column, row) = source(column, row);
    __syncthreads();
  }
};
