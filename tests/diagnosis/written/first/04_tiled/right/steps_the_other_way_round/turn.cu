/// @file
/// Lab 04, stage turn: turned when storing, not when reading. The block's threads store at the
/// other end of their row and then take what stands at their own place.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

__global__ void __launch_bounds__(1024)
    scatter_rows(const float* __restrict__ input, float* __restrict__ output, int width,
                 int height) {
  extern __shared__ float slots[];
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  float* const row = slots + threadIdx.y * blockDim.x;
  float* const row_end = row + blockDim.x;

  float mine = 0.0f;
  if (x < width && y < height) mine = input[y * width + x];
  row_end[-1 - static_cast<int>(threadIdx.x)] = mine;
  __syncthreads();
  if (x < width && y < height) output[y * width + x] = row[threadIdx.x];
}

}  // namespace

void turn_rows(const float* d_input, float* d_output, int width, int height, dim3 block,
               cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  scatter_rows<<<grid, block, block.x * block.y * sizeof(float), stream>>>(d_input, d_output, width,
                                                                           height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
