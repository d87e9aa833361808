/// @file
/// Lab 03, stage lookup: the shared table as 64 words of four entries, in dynamic shared memory.
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kRowsPerThread = 8;
constexpr int kWords = kTableSize / 4;

__constant__ std::uint32_t constant_words[kWords];

/// Entry `level` of a table that is packed four to a word, the first one in the lowest byte.
__device__ std::uint8_t unpack(std::uint32_t word, unsigned level) {
  return static_cast<std::uint8_t>(word >> (8u * (level % 4u)));
}

__global__ void look_up_constant(const std::uint8_t* __restrict__ input,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int top = blockIdx.y * (blockDim.y * kRowsPerThread) + threadIdx.y;
  if (x >= width) return;
  const int bottom = min(top + kRowsPerThread * static_cast<int>(blockDim.y), height);
  for (int y = top; y < bottom; y += blockDim.y) {
    const unsigned level = input[y * width + x];
    output[y * width + x] = unpack(constant_words[level / 4u], level);
  }
}

/// Dynamic shared memory: kWords words.
__global__ void look_up_shared(const std::uint8_t* __restrict__ input,
                               std::uint8_t* __restrict__ output, int width, int height,
                               const std::uint8_t* __restrict__ table) {
  extern __shared__ std::uint32_t shared_words[];
  const unsigned threads = blockDim.x * blockDim.y;
  // The table may begin at any byte, so a word is put together from single loads.
  for (unsigned w = threadIdx.x + threadIdx.y * blockDim.x; w < kWords; w += threads) {
    std::uint32_t word = 0;
    for (unsigned k = 0; k < 4; ++k)
      word |= static_cast<std::uint32_t>(table[4 * w + k]) << (8u * k);
    shared_words[w] = word;
  }
  __syncthreads();

  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int top = blockIdx.y * (blockDim.y * kRowsPerThread) + threadIdx.y;
  if (x >= width) return;
  const int bottom = min(top + kRowsPerThread * static_cast<int>(blockDim.y), height);
  for (int y = top; y < bottom; y += blockDim.y) {
    const unsigned level = input[y * width + x];
    output[y * width + x] = unpack(shared_words[level / 4u], level);
  }
}

#define LAB03_LAUNCH(kernel, bytes, ...)                                                     \
  do {                                                                                       \
    const unsigned rows_of_a_block = block.y * kRowsPerThread;                               \
    const dim3 grid((width + block.x - 1) / block.x,                                         \
                    (height + rows_of_a_block - 1) / rows_of_a_block);                       \
    kernel<<<grid, block, (bytes), stream>>>(d_input, d_output, width, height, ##__VA_ARGS__); \
    KIT_CHECK(cudaGetLastError());                                                           \
  } while (false)

}  // namespace

void tone_curve_constant(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                         const std::uint8_t* table, dim3 block, cudaStream_t stream) {
  // GPUs are little-endian: byte k of the table is byte k % 4, counted from the lowest, of its word.
  KIT_CHECK(cudaMemcpyToSymbolAsync(constant_words, table, kTableSize, 0, cudaMemcpyHostToDevice,
                                    stream));
  LAB03_LAUNCH(look_up_constant, 0);
}

void tone_curve_shared(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                       const std::uint8_t* d_table, dim3 block, cudaStream_t stream) {
  LAB03_LAUNCH(look_up_shared, kWords * sizeof(std::uint32_t), d_table);
}

#undef LAB03_LAUNCH

}  // namespace lab03
