// Right: a thread's rows are neighbours, and the shared table is dynamic shared memory, filled
// from its end.
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kRowsPerThread = 8;

__constant__ std::uint8_t tone_table[kTableSize];

__global__ void curve_constant(const std::uint8_t* __restrict__ in, std::uint8_t* __restrict__ out,
                               int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int top = (blockIdx.y * blockDim.y + threadIdx.y) * kRowsPerThread;
  if (x >= w) return;
  for (int n = 0; n < kRowsPerThread; ++n) {
    const int y = top + n;
    if (y >= h) break;
    out[y * w + x] = tone_table[in[y * w + x]];
  }
}

/// Dynamic shared memory, filled from the last entry to the first.
__global__ void curve_shared(const std::uint8_t* __restrict__ in, std::uint8_t* __restrict__ out,
                             int w, int h, const std::uint8_t* __restrict__ table) {
  extern __shared__ std::uint8_t entries[];
  const int threads = blockDim.x * blockDim.y;
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  for (int n = kTableSize - 1 - t; n >= 0; n -= threads) entries[n] = table[n];
  __syncthreads();

  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int top = (blockIdx.y * blockDim.y + threadIdx.y) * kRowsPerThread;
  const int bottom = min(top + kRowsPerThread, h);
  if (x < w) {
    for (int y = top; y < bottom; ++y) out[y * w + x] = entries[in[y * w + x]];
  }
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
  curve_shared<<<grid_for(width, height, block), block, kTableSize, stream>>>(
      d_input, d_output, width, height, d_table);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
