/// @file
/// Lab 03, stage lookup: a table in constant memory, then in shared memory.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

// A block covers blockDim.x columns and blockDim.y * kRowsPerThread rows.
constexpr int kRowsPerThread = 8;

__constant__ std::uint8_t c_table[kTableSize];

/// The first of a thread's kRowsPerThread rows, which lie directly below one another.
__device__ int first_row() {
  return (blockIdx.y * blockDim.y + threadIdx.y) * kRowsPerThread;
}

/// A thread replaces the pixels of its column in its rows, if they are in the image.
__global__ void look_up_constant(const std::uint8_t* __restrict__ input,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  const int end = min(first_row() + kRowsPerThread, height);
  for (int y = first_row(); y < end; ++y) output[y * width + x] = c_table[input[y * width + x]];
}

/// The same from a copy of the table that the block makes for itself, four entries to a word: entry
/// e in bits 8 * (e % 4) and up of word e / 4.
__global__ void look_up_shared(const std::uint8_t* __restrict__ input,
                               std::uint8_t* __restrict__ output, int width, int height,
                               const std::uint8_t* __restrict__ table) {
  constexpr int kWords = kTableSize / 4;
  __shared__ std::uint32_t s_words[kWords];
  const int threads = blockDim.x * blockDim.y;
  for (int w = threadIdx.y * blockDim.x + threadIdx.x; w < kWords; w += threads) {
    std::uint32_t word = 0;
    for (int b = 3; b >= 0; --b) word = word << 8 | table[4 * w + b];
    s_words[w] = word;
  }
  __syncthreads();

  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int end = x < width ? min(first_row() + kRowsPerThread, height) : 0;
  for (int y = first_row(); y < end; ++y) {
    const unsigned level = input[y * width + x];
    output[y * width + x] =
        static_cast<std::uint8_t>(s_words[level / 4] >> (8 * (level % 4)) & 0xffu);
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
