// Right: the constant table is 64 words from which a byte is shifted out, the shared one 256
// ints; rows in strides of the grid.
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kRowsPerThread = 8;

// Four entries in each word, the first in its lowest byte.
__constant__ unsigned tone_table[kTableSize / 4];

__global__ void curve_constant(const std::uint8_t* __restrict__ in, std::uint8_t* __restrict__ out,
                               int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= w) return;
  const int step = gridDim.y * blockDim.y;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h; y += step) {
    const unsigned word = tone_table[in[y * w + x] / 4];
    out[y * w + x] = static_cast<std::uint8_t>(word >> 8 * (in[y * w + x] % 4));
  }
}

__global__ void curve_shared(const std::uint8_t* __restrict__ in, std::uint8_t* __restrict__ out,
                             int w, int h, const std::uint8_t* __restrict__ table) {
  __shared__ int levels[kTableSize];
  for (int n = threadIdx.x * blockDim.y + threadIdx.y; n < kTableSize; n += blockDim.x * blockDim.y)
    levels[n] = table[n];
  __syncthreads();
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int step = gridDim.y * blockDim.y;
  // The grid's rows of threads go over the image in strides.
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; x < w && y < h; y += step)
    out[y * w + x] = levels[in[y * w + x]];
}

dim3 grid_for(int width, int height, dim3 block) {
  const unsigned rows = block.y * kRowsPerThread;
  return dim3((width + block.x - 1) / block.x, (height + rows - 1) / rows);
}

}  // namespace

void tone_curve_constant(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                         const std::uint8_t* table, dim3 block, cudaStream_t stream) {
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(tone_table, table, kTableSize, 0, cudaMemcpyHostToDevice, stream));
  curve_constant<<<grid_for(width, height, block), block, 0, stream>>>(d_input, d_output, width,
                                                                       height);
  KIT_CHECK(cudaGetLastError());
}

void tone_curve_shared(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                       const std::uint8_t* d_table, dim3 block, cudaStream_t stream) {
  curve_shared<<<grid_for(width, height, block), block, 0, stream>>>(d_input, d_output, width,
                                                                     height, d_table);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
