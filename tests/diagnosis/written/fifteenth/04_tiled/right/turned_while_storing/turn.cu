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
  const int own = threadIdx.y * blockDim.x + threadIdx.x;
  const int mirrored = own + blockDim.x - 1 - 2 * threadIdx.x;  // same row, from its other end

  float pixel = 0.0f;
  if (inside) pixel = input[y * width + x];
  pixels[mirrored] = pixel;
  __syncthreads();
  if (inside) output[y * width + x] = pixels[own];
}

}  // namespace

void turn_rows(const float* d_input, float* d_output, int width, int height, dim3 block,
               cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  turn_rows_of_blocks<<<grid, block, 0, stream>>>(d_input, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
