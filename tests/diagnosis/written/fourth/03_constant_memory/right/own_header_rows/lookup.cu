/// @file
/// Lab 03, stage lookup, with a header of its own for what both kernels have in common.
#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "rows.hpp"

namespace lab03 {
namespace {

__constant__ std::uint8_t grey_levels[kTableSize];

struct FromConstant {
  __device__ std::uint8_t operator()(std::uint8_t level) const { return grey_levels[level]; }
};

struct FromShared {
  const std::uint32_t* levels;
  __device__ std::uint8_t operator()(std::uint8_t level) const {
    return static_cast<std::uint8_t>(levels[level]);
  }
};

__global__ void look_up_constant(const std::uint8_t* __restrict__ input,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  replace_pixels(input, output, width, height, FromConstant{});
}

__global__ void look_up_shared(const std::uint8_t* __restrict__ input,
                               std::uint8_t* __restrict__ output, int width, int height,
                               const std::uint8_t* __restrict__ table) {
  __shared__ std::uint32_t levels[kTableSize];  // a word for each entry
  int entry = threadIdx.x + threadIdx.y * blockDim.x;
  while (entry < kTableSize) {
    levels[entry] = table[entry];
    entry += blockDim.x * blockDim.y;
  }
  __syncthreads();
  replace_pixels(input, output, width, height, FromShared{levels});
}

dim3 grid_for(int width, int height, dim3 block) {
  const unsigned rows = block.y * kRowsPerThread;
  return dim3((width + block.x - 1) / block.x, (height + rows - 1) / rows);
}

}  // namespace

void tone_curve_constant(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                         const std::uint8_t* table, dim3 block, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(grey_levels, table, sizeof(grey_levels), 0,
                                    cudaMemcpyHostToDevice, stream));
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
