/// @file
/// Lab 04, stage turn: threads read what others have stored.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

/// Most threads that a block may have.
constexpr int kMaxThreads = 1024;

/// Each thread stores its pixel in the place at the other end of its row of threads, and takes what
/// another thread has stored in its own place.
__global__ void __launch_bounds__(kMaxThreads)
    turn_rows_of_blocks(const float* __restrict__ input, float* __restrict__ output, int width,
                        int height) {
  __shared__ float pixels[kMaxThreads];  // one for each thread, by its number in the block
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const bool inside = x < width && y < height;
  const int first = threadIdx.y * blockDim.x;  // number of the first thread of this row

  // The row is turned around on its way into shared memory. All threads store, wait, and only those
  // with a pixel write the value that was put into their place.
  float value = 0.0f;
  if (inside) value = input[y * width + x];
  float* const row = pixels + first;
  row[blockDim.x - 1 - threadIdx.x] = value;
  __syncthreads();
  if (inside) output[y * width + x] = row[threadIdx.x];
}

}  // namespace

void turn_rows(const float* d_input, float* d_output, int width, int height, dim3 block,
               cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  turn_rows_of_blocks<<<grid, block, 0, stream>>>(d_input, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
