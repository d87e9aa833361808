/// @file
/// Lab 03, stage lookup: a thread has eight rows side by side; the shared table is dynamic shared
/// memory, and each thread copies a run of entries.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kRowsPerThread = 8;

__constant__ std::uint8_t c_table[kTableSize];

__global__ void look_up_constant(const std::uint8_t* __restrict__ input,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int top = (blockIdx.y * blockDim.y + threadIdx.y) * kRowsPerThread;
  if (x >= width || top >= height) return;
  const int bottom = min(top + kRowsPerThread, height);
  const std::uint8_t* from = input + top * width + x;
  std::uint8_t* to = output + top * width + x;
  for (int y = top; y < bottom; ++y) {
    *to = c_table[*from];
    from += width;
    to += width;
  }
}

__global__ void look_up_shared(const std::uint8_t* __restrict__ input,
                               std::uint8_t* __restrict__ output, int width, int height,
                               const std::uint8_t* __restrict__ table) {
  extern __shared__ std::uint8_t levels[];
  const int threads = blockDim.x * blockDim.y;
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int share = (kTableSize + threads - 1) / threads;
  for (int k = 0; k < share; ++k) {
    const int entry = thread * share + k;
    if (entry < kTableSize) levels[entry] = table[entry];
  }
  __syncthreads();

  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int top = (blockIdx.y * blockDim.y + threadIdx.y) * kRowsPerThread;
  const auto replace = [=](int y) {
    if (x < width && y < height) output[y * width + x] = levels[input[y * width + x]];
  };
#pragma unroll
  for (int k = 0; k < kRowsPerThread; ++k) replace(top + k);
}

/// Rounds up.
unsigned parts(unsigned all, unsigned part) { return (all + part - 1) / part; }

dim3 grid_for(int width, int height, dim3 block) {
  return dim3(parts(width, block.x), parts(height, block.y * kRowsPerThread));
}

}  // namespace

void tone_curve_constant(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                         const std::uint8_t* table, dim3 block, cudaStream_t stream) {
  const auto copied =
      cudaMemcpyToSymbolAsync(c_table, table, kTableSize, 0, cudaMemcpyHostToDevice, stream);
  KIT_CHECK(copied);
  look_up_constant<<<grid_for(width, height, block), block, 0, stream>>>(d_input, d_output, width,
                                                                         height);
  KIT_CHECK(cudaGetLastError());
}

void tone_curve_shared(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                       const std::uint8_t* d_table, dim3 block, cudaStream_t stream) {
  look_up_shared<<<grid_for(width, height, block), block, kTableSize, stream>>>(
      d_input, d_output, width, height, d_table);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
