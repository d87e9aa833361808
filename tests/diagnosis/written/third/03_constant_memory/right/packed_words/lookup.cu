/// @file
/// Lab 03, stage lookup: tables of words, four entries in each.
#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "packed.cuh"

namespace lab03 {
namespace {

constexpr int kRowsPerThread = 8;

__constant__ uchar4 c_quads[packed::kWords];

__device__ std::uint8_t entry(std::uint8_t level) {
  const uchar4 quad = c_quads[level >> 2];
  switch (level & 3) {
    case 0:
      return quad.x;
    case 1:
      return quad.y;
    case 2:
      return quad.z;
    default:
      return quad.w;
  }
}

/// The rows of a thread: from `first` to before `end`, blockDim.y apart.
struct Rows {
  int first, end;
};

__device__ Rows rows_of_thread(int height) {
  const int band = blockDim.y * kRowsPerThread;
  const int top = blockIdx.y * band;
  return {top + int(threadIdx.y), min(top + band, height)};
}

__global__ void look_up_constant(const std::uint8_t* __restrict__ input,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  if (const int x = blockIdx.x * blockDim.x + threadIdx.x; x < width) {
    const auto [first, end] = rows_of_thread(height);
    for (int y = first; y < end; y += blockDim.y)
      output[y * width + x] = entry(input[y * width + x]);
  }
}

__global__ void look_up_shared(const std::uint8_t* __restrict__ input,
                               std::uint8_t* __restrict__ output, int width, int height,
                               const std::uint8_t* __restrict__ table) {
  __shared__ std::uint32_t words[packed::kWords];
  int w = threadIdx.y * blockDim.x + threadIdx.x;
  while (w < packed::kWords) {
    words[w] = packed::pack(table, w);
    w += blockDim.x * blockDim.y;
  }
  __syncthreads();

  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const auto [first, end] = rows_of_thread(height);
  for (int y = x < width ? first : end; y < end; y += blockDim.y) {
    const int at = y * width + x;
    output[at] = packed::unpack(words, input[at]);
  }
}

dim3 grid_for(int width, int height, dim3 block) {
  const unsigned band = block.y * kRowsPerThread;
  return {(width + block.x - 1) / block.x, (height + band - 1) / band, 1};
}

}  // namespace

void tone_curve_constant(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                         const std::uint8_t* table, dim3 block, cudaStream_t stream) {
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(c_quads, table, kTableSize, 0, cudaMemcpyHostToDevice, stream));
  look_up_constant<<<grid_for(width, height, block), block, 0, stream>>>(d_input, d_output, width,
                                                                         height);
  KIT_CHECK(cudaGetLastError());
}

void tone_curve_shared(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                       const std::uint8_t* d_table, dim3 block, cudaStream_t stream) {
  look_up_shared<<<grid_for(width, height, block), block, 0, stream>>>(d_input, d_output, width,
                                                                       height, d_table);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
