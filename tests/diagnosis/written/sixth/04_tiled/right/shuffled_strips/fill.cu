/// @file
/// Lab 04, stage fill: each thread goes over its elements by columns and rows, twice.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

/// The part of 0, 1 ... end - 1 that begins at `begin` and goes on in steps, for a range-based for.
struct Steps {
  int start, stop, step;
  struct Iterator {
    int at, step;
    __device__ int operator*() const { return at; }
    __device__ Iterator& operator++() { at += step; return *this; }
    // "Not yet at the end": the last step may go beyond it.
    __device__ bool operator!=(const Iterator& last) const { return at < last.at; }
  };
  __device__ Iterator begin() const { return {start, step}; }
  __device__ Iterator end() const { return {stop, step}; }
};

/// A block's tile: the pixels of its threads and `radius` more on every side. Dynamic shared
/// memory: `rows` rows of `pitch` floats.
__global__ void __launch_bounds__(1024)
    fill_tiles(const float* __restrict__ input, float* __restrict__ output, int width, int height,
               int radius) {
  extern __shared__ float tile[];
  const int pitch = blockDim.x + 2 * radius;
  const int rows = blockDim.y + 2 * radius;
  const Steps my_columns{static_cast<int>(threadIdx.x), pitch, static_cast<int>(blockDim.x)};
  const Steps my_rows{static_cast<int>(threadIdx.y), rows, static_cast<int>(blockDim.y)};

  for (const int n : my_rows) {
    const int y = min(max(static_cast<int>(blockIdx.y * blockDim.y) + n - radius, 0), height - 1);
    for (const int m : my_columns) {
      const int x = min(max(static_cast<int>(blockIdx.x * blockDim.x) + m - radius, 0), width - 1);
      tile[n * pitch + m] = input[y * width + x];
    }
  }

  // The same elements again: no thread reads what another one has stored.
  const int output_width = gridDim.x * pitch;
  for (const int n : my_rows) {
    float* const line = output + static_cast<std::size_t>(blockIdx.y * rows + n) * output_width;
    for (const int m : my_columns) line[blockIdx.x * pitch + m] = tile[n * pitch + m];
  }
}

}  // namespace

void show_tiles(const float* d_input, float* d_output, int width, int height, int radius,
                dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  // The array in the kernel has no size: the launch gives it one, in bytes, as its third value.
  const std::size_t tile_bytes = sizeof(float) * (block.x + 2 * radius) * (block.y + 2 * radius);
  fill_tiles<<<grid, block, tile_bytes, stream>>>(d_input, d_output, width, height, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
