/// @file
/// Lab 04, stage turn: threads read what others have stored. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

/// Most threads that a block may have.
constexpr int kMaxThreads = 1024;

/// Each thread stores the pixel of its own place, and takes the one from the other end of its row
/// of threads.
__global__ void __launch_bounds__(kMaxThreads)
    turn_rows_of_blocks(const float* __restrict__ input, float* __restrict__ output, int width,
                        int height) {
  __shared__ float pixels[kMaxThreads];  // one for each thread, by its number in the block
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const bool inside = x < width && y < height;
  const int first = threadIdx.y * blockDim.x;  // number of the first thread of this row

  // Turned around when it is stored, not when it is read.
  pixels[first + blockDim.x - 1 - threadIdx.x] = inside ? input[y * width + x] : 0.0f;
  __syncthreads();
  if (!inside) return;
  output[y * width + x] = pixels[first + threadIdx.x];
}

}  // namespace

void turn_rows(const float* d_input, float* d_output, int width, int height, dim3 block,
               cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  turn_rows_of_blocks<<<grid, block, 0, stream>>>(d_input, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
