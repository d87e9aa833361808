/// @file
/// Lab 03, stage lookup: both tables as 64 words of four entries; an entry is shifted out of its
/// word. The rows of a block are walked with a stride over the whole grid.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kWords = kTableSize / 4;
constexpr unsigned kMaxBlocksDown = 64;

__constant__ std::uint32_t words[kWords];

/// Entry `level` of a table of words, its lowest byte being the first (as all GPUs have it).
__device__ std::uint8_t entry(std::uint32_t word, unsigned level) {
  return static_cast<std::uint8_t>(word >> (8 * (level & 3)));
}

__global__ void map_from_constant(const std::uint8_t* __restrict__ input,
                                  std::uint8_t* __restrict__ output, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int step = gridDim.y * blockDim.y;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; x < width && y < height; y += step) {
    const unsigned level = input[y * width + x];
    output[y * width + x] = entry(words[level >> 2], level);
  }
}

__global__ void map_from_shared(const std::uint8_t* __restrict__ input,
                                std::uint8_t* __restrict__ output, int width, int height,
                                const std::uint8_t* __restrict__ table) {
  __shared__ std::uint32_t packed[kWords];
  for (int w = threadIdx.x + blockDim.x * threadIdx.y; w < kWords; w += blockDim.x * blockDim.y) {
    const std::uint8_t* const four = table + 4 * w;  // byte by byte: the table may begin anywhere
    packed[w] = four[0] | four[1] << 8 | four[2] << 16 |
                static_cast<std::uint32_t>(four[3]) << 24;
  }
  __syncthreads();

  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int step = gridDim.y * blockDim.y;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; x < width && y < height; y += step) {
    const unsigned level = input[y * width + x];
    output[y * width + x] = entry(packed[level >> 2], level);
  }
}

/// Enough blocks in x; in y only some, which then walk.
dim3 walking_grid(int width, int height, dim3 block) {
  const unsigned down = (height + block.y - 1) / block.y;
  return dim3((width + block.x - 1) / block.x, down < kMaxBlocksDown ? down : kMaxBlocksDown);
}

}  // namespace

void tone_curve_constant(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                         const std::uint8_t* table, dim3 block, cudaStream_t stream) {
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(words, table, sizeof words, 0, cudaMemcpyHostToDevice, stream));
  map_from_constant<<<walking_grid(width, height, block), block, 0, stream>>>(d_input, d_output,
                                                                              width, height);
  KIT_CHECK(cudaGetLastError());
}

void tone_curve_shared(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                       const std::uint8_t* d_table, dim3 block, cudaStream_t stream) {
  map_from_shared<<<walking_grid(width, height, block), block, 0, stream>>>(
      d_input, d_output, width, height, d_table);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
