// Lab 03, lookup: cooperative groups; the shared table as 64 words of four entries each.
#include <cooperative_groups.h>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

namespace lab03 {
namespace {

constexpr int kRowsPerThread = 8;
constexpr int kWords = kTableSize / 4;

__constant__ unsigned char tone_table[kTableSize];

__global__ void tone_from_constant(const std::uint8_t* __restrict__ in,
                                   std::uint8_t* __restrict__ out, int width, int height) {
  const cg::thread_block block = cg::this_thread_block();
  const dim3 in_grid = block.group_index();
  const dim3 in_block = block.thread_index();
  const int column = in_grid.x * blockDim.x + in_block.x;
  const int row_begin = in_grid.y * blockDim.y * kRowsPerThread;
  const int row_end = min(row_begin + static_cast<int>(blockDim.y) * kRowsPerThread, height);
  if (column < width) {
    for (int row = row_begin + in_block.y; row < row_end; row += blockDim.y) {
      const int offset = row * width + column;
      out[offset] = tone_table[in[offset]];
    }
  }
}

/// Entry `level` of a table that is packed four entries to a word, the first one lowest.
__device__ std::uint8_t entry(const unsigned* words, unsigned level) {
  return static_cast<std::uint8_t>(words[level >> 2] >> (8u * (level & 3u)));
}

__global__ void tone_from_shared(const std::uint8_t* __restrict__ in,
                                 std::uint8_t* __restrict__ out, int width, int height,
                                 const std::uint8_t* __restrict__ table) {
  __shared__ unsigned words[kWords];
  const cg::thread_block block = cg::this_thread_block();
  for (unsigned w = block.thread_rank(); w < kWords; w += block.size()) {
    // Bytes, since nobody promised that the table is aligned to 4.
    unsigned packed = 0;
    for (int b = 3; b >= 0; --b) packed = packed << 8 | table[4 * w + b];
    words[w] = packed;
  }
  block.sync();

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row_begin = blockIdx.y * blockDim.y * kRowsPerThread;
  const int row_end = min(row_begin + static_cast<int>(blockDim.y) * kRowsPerThread, height);
  if (column >= width) return;
  for (int row = row_begin + threadIdx.y; row < row_end; row += blockDim.y) {
    const int offset = row * width + column;
    out[offset] = entry(words, in[offset]);
  }
}

dim3 grid_for(int width, int height, dim3 block) {
  const unsigned rows = block.y * kRowsPerThread;
  return dim3((width + block.x - 1) / block.x, (height + rows - 1) / rows);
}

}  // namespace

void tone_curve_constant(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                         const std::uint8_t* table, dim3 block, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(tone_table, table, sizeof tone_table, 0,
                                    cudaMemcpyHostToDevice, stream));
  tone_from_constant<<<grid_for(width, height, block), block, 0, stream>>>(d_input, d_output, width,
                                                                           height);
  KIT_CHECK(cudaGetLastError());
}

void tone_curve_shared(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                       const std::uint8_t* d_table, dim3 block, cudaStream_t stream) {
  tone_from_shared<<<grid_for(width, height, block), block, 0, stream>>>(d_input, d_output, width,
                                                                         height, d_table);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
