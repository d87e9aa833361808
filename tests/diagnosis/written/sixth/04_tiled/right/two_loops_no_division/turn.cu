/// @file
/// Lab 04, stage turn: the values are turned when they are stored, and read straight.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

/// Most threads that a block may have.
constexpr int kMaxThreads = 1024;

/// Each thread stores the pixel of its own place at its partner's, and takes what lies at its own.
__global__ void __launch_bounds__(kMaxThreads)
    turn_rows_of_blocks(const float* __restrict__ input, float* __restrict__ output, int width,
                        int height) {
  __shared__ float pixels[kMaxThreads];
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  float* const row = pixels + threadIdx.y * blockDim.x;

  float mine = 0.0f;
  if (x < width && y < height) mine = input[y * width + x];
  row[(blockDim.x - 1) - threadIdx.x] = mine;

  __syncthreads();

  if (y < height && x < width) output[y * width + x] = row[threadIdx.x];
}

}  // namespace

void turn_rows(const float* d_input, float* d_output, int width, int height, dim3 block,
               cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  turn_rows_of_blocks<<<grid, block, 0, stream>>>(d_input, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
