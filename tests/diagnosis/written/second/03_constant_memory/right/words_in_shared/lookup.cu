/// @file
/// Lab 03, stage lookup: both tables as 64 words of four grey levels.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kRowsPerThread = 8;
constexpr int kWords = kTableSize / 4;

__constant__ unsigned levels_by_four[kWords];

/// Byte `level` of a table of words (little-endian).
__device__ std::uint8_t pick(const unsigned* words, unsigned level) {
  return (words[level >> 2] >> (8 * (level & 3u))) & 0xffu;
}

template <bool kShared>
__global__ void look_up(const std::uint8_t* __restrict__ input, std::uint8_t* __restrict__ output,
                        int width, int height, const std::uint8_t* __restrict__ table) {
  __shared__ unsigned copy[kShared ? kWords : 1];
  if constexpr (kShared) {
    // The caller's table need not be aligned to words, so it is read by bytes.
    const unsigned threads = blockDim.x * blockDim.y;
    for (unsigned i = threadIdx.x + blockDim.x * threadIdx.y; i < kWords; i += threads) {
      const std::uint8_t* four = table + 4 * i;
      copy[i] = four[0] | unsigned(four[1]) << 8 | unsigned(four[2]) << 16 | unsigned(four[3]) << 24;
    }
    __syncthreads();
  }
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * (blockDim.y * kRowsPerThread) + threadIdx.y;
  if (x < width) {
    for (int left = kRowsPerThread; left > 0 && y < height; --left, y += blockDim.y) {
      const int at = y * width + x;
      if constexpr (kShared) {
        output[at] = pick(copy, input[at]);
      } else {
        output[at] = pick(levels_by_four, input[at]);
      }
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
  KIT_CHECK(cudaMemcpyToSymbolAsync(levels_by_four, table, kTableSize, 0, cudaMemcpyHostToDevice,
                                    stream));
  look_up<false><<<grid_for(width, height, block), block, 0, stream>>>(d_input, d_output, width,
                                                                       height, nullptr);
  KIT_CHECK(cudaGetLastError());
}

void tone_curve_shared(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                       const std::uint8_t* d_table, dim3 block, cudaStream_t stream) {
  look_up<true><<<grid_for(width, height, block), block, 0, stream>>>(d_input, d_output, width,
                                                                      height, d_table);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
