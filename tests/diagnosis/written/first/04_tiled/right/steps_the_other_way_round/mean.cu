/// @file
/// Lab 04, stage mean: the tile is loaded by a loop along each row; the sum begins on the right.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

__global__ void __launch_bounds__(1024)
    mean_from_rows(const float* __restrict__ input, float* __restrict__ output, int width,
                   int height) {
  extern __shared__ float tile[];
  const int pitch = blockDim.x + 2;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int before = static_cast<int>(blockIdx.x * blockDim.x) - 1;
  const float* const pixels = input + min(y, height - 1) * width;
  float* const row = tile + threadIdx.y * pitch;
  for (int n = threadIdx.x; n < pitch; n += blockDim.x)
    row[n] = pixels[max(0, min(before + n, width - 1))];
  __syncthreads();

  const int x = before + 1 + threadIdx.x;
  if (x < width && y < height) {
    const float* at = row + threadIdx.x + 2;
    float sum = *at--;
    sum += *at--;
    sum += *at;
    output[y * width + x] = sum * (1.0f / 3.0f);
  }
}

}  // namespace

void mean_of_three(const float* d_input, float* d_output, int width, int height, dim3 block,
                   cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  mean_from_rows<<<grid, block, sizeof(float) * (block.x + 2) * block.y, stream>>>(
      d_input, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
