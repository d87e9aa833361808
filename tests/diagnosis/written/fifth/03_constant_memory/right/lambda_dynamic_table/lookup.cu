/// @file
/// Lab 03, stage lookup: a table in constant memory, then in shared memory.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

using Grey = std::uint8_t;

// A block covers blockDim.x columns and blockDim.y * kRowsPerThread rows.
constexpr int kRowsPerThread = 8;

__constant__ Grey tone_table[kTableSize];

/// Calls visit(index) for the pixels of this thread.
template <typename Visit>
__device__ void for_my_pixels(int width, int height, Visit visit) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int rows_of_block = blockDim.y * kRowsPerThread;
  const int begin = blockIdx.y * rows_of_block;
  const int end = min(begin + rows_of_block, height);
  if (column < width) {
    for (int row = begin + threadIdx.y; row < end; row += blockDim.y) visit(row * width + column);
  }
}

/// A thread replaces the pixels of its column in its rows of the block, if they are in the image.
__global__ void look_up_constant(const Grey* __restrict__ input, Grey* __restrict__ output,
                                 int width, int height) {
  for_my_pixels(width, height, [=](int at) { output[at] = tone_table[input[at]]; });
}

/// The same from a copy of the table that the block makes for itself. Dynamic shared memory: the
/// table.
__global__ void look_up_shared(const Grey* __restrict__ input, Grey* __restrict__ output, int width,
                               int height, const Grey* __restrict__ table) {
  extern __shared__ Grey copy[];
  const unsigned threads = blockDim.x * blockDim.y;
  unsigned entry = threadIdx.x + threadIdx.y * blockDim.x;
  while (entry < kTableSize) {
    copy[entry] = table[entry];
    entry += threads;
  }
  __syncthreads();
  for_my_pixels(width, height, [=](int at) {
    const unsigned level = input[at];
    output[at] = copy[level];
  });
}

dim3 grid_for(int width, int height, dim3 block) {
  const unsigned rows = block.y * kRowsPerThread;
  dim3 grid;
  grid.x = width / block.x + (width % block.x != 0);
  grid.y = height / rows + (height % rows != 0);
  return grid;
}

}  // namespace

void tone_curve_constant(const Grey* d_input, Grey* d_output, int width, int height,
                         const Grey* table, dim3 block, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(tone_table, table, sizeof tone_table, 0, cudaMemcpyHostToDevice,
                                    stream));
  look_up_constant<<<grid_for(width, height, block), block, 0, stream>>>(d_input, d_output, width,
                                                                         height);
  KIT_CHECK(cudaGetLastError());
}

void tone_curve_shared(const Grey* d_input, Grey* d_output, int width, int height,
                       const Grey* d_table, dim3 block, cudaStream_t stream) {
  constexpr int kSharedBytes = kTableSize * sizeof(Grey);
  look_up_shared<<<grid_for(width, height, block), block, kSharedBytes, stream>>>(
      d_input, d_output, width, height, d_table);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
