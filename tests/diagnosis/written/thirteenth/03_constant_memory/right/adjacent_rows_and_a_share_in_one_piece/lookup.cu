/// @file
/// Lab 03, stage lookup: a table in constant memory, then in shared memory.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

// A block covers blockDim.x columns and blockDim.y * kRowsPerThread rows.
constexpr int kRowsPerThread = 8;

__constant__ std::uint8_t c_table[kTableSize];

/// A thread replaces the pixels of its column in its rows of the block, if they are in the image.
__global__ void look_up_constant(const std::uint8_t* __restrict__ input,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  // A thread's rows are adjacent: threads of the block below each other are 8 rows apart.
  const int top = (blockIdx.y * blockDim.y + threadIdx.y) * kRowsPerThread;
  if (x >= width) return;
  const int bottom = min(top + kRowsPerThread, height);
  for (int y = top; y < bottom; ++y) {
    output[y * width + x] = c_table[input[y * width + x]];
  }
}

/// The same from a copy of the table that the block makes for itself.
__global__ void look_up_shared(const std::uint8_t* __restrict__ input,
                               std::uint8_t* __restrict__ output, int width, int height,
                               const std::uint8_t* __restrict__ table) {
  __shared__ std::uint8_t s_table[kTableSize];
  const int rank = threadIdx.y * blockDim.x + threadIdx.x;
  const int threads = blockDim.x * blockDim.y;
  // Each thread copies one piece of the table, rounded up; the last ones may have less or nothing.
  const int share = (kTableSize + threads - 1) / threads;
  const int end = min((rank + 1) * share, kTableSize);
  for (int e = rank * share; e < end; ++e) s_table[e] = table[e];
  __syncthreads();

  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int top = (blockIdx.y * blockDim.y + threadIdx.y) * kRowsPerThread;
  if (x < width) {
    const int bottom = min(top + kRowsPerThread, height);
    for (int y = top; y < bottom; ++y) {
      const int at = y * width + x;
      output[at] = s_table[input[at]];
    }
  }
}

dim3 grid_for(int width, int height, dim3 block) {
  const unsigned rows = block.y * kRowsPerThread;
  return dim3((width + block.x - 1) / block.x, (height + rows - 1) / rows);
}

}  // namespace

void tone_curve_constant(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                         const std::uint8_t* table, dim3 block, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(c_table, table, kTableSize * sizeof(std::uint8_t), 0,
                                    cudaMemcpyHostToDevice, stream));
  const dim3 grid = grid_for(width, height, block);
  look_up_constant<<<grid, block, 0, stream>>>(d_input, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

void tone_curve_shared(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                       const std::uint8_t* d_table, dim3 block, cudaStream_t stream) {
  look_up_shared<<<grid_for(width, height, block), block, 0, stream>>>(d_input, d_output, width,
                                                                       height, d_table);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
