/// @file
/// Lab 03, stage lookup: one loop for both tables; a thread has eight neighbouring rows.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kRowsPerThread = 8;

__constant__ std::uint8_t c_table[kTableSize];

/// Replaces up to kRowsPerThread pixels, one directly below the other; `table` is any function.
template <typename Table>
__device__ void replace(const std::uint8_t* __restrict__ input, std::uint8_t* __restrict__ output,
                        int width, int height, Table table) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = (blockIdx.y * blockDim.y + threadIdx.y) * kRowsPerThread;
  if (x >= width || y >= height) return;
  const std::uint8_t* from = input + y * width + x;
  std::uint8_t* to = output + y * width + x;
  int rows = min(kRowsPerThread, height - y);
  while (true) {
    *to = table(*from);
    if (--rows == 0) break;
    from += width;
    to += width;
  }
}

__global__ void look_up_constant(const std::uint8_t* __restrict__ input,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  replace(input, output, width, height, [](int level) { return c_table[level]; });
}

__global__ void look_up_shared(const std::uint8_t* __restrict__ input,
                               std::uint8_t* __restrict__ output, int width, int height,
                               const std::uint8_t* __restrict__ table) {
  __shared__ std::uint8_t copy[kTableSize];
  // From the top down, in strides of a block.
  const int threads = blockDim.x * blockDim.y;
  for (int e = kTableSize - 1 - int(threadIdx.x + threadIdx.y * blockDim.x); e >= 0; e -= threads)
    copy[e] = table[e];
  __syncthreads();
  const std::uint8_t* entries = copy;
  replace(input, output, width, height, [entries](int level) { return entries[level]; });
}

unsigned cover(unsigned pixels, unsigned size) { return (pixels + size - 1) / size; }

}  // namespace

void tone_curve_constant(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                         const std::uint8_t* table, dim3 block, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(c_table, table, sizeof c_table, 0, cudaMemcpyHostToDevice,
                                    stream));
  const dim3 grid(cover(width, block.x), cover(height, kRowsPerThread * block.y));
  look_up_constant<<<grid, block, 0, stream>>>(d_input, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

void tone_curve_shared(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                       const std::uint8_t* d_table, dim3 block, cudaStream_t stream) {
  const dim3 grid(cover(width, block.x), cover(height, kRowsPerThread * block.y));
  look_up_shared<<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_table);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
