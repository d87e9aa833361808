/// @file
/// Lab 09, stage gradient: Sobel's two differences. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

/// One thread computes both differences at pixel (x, y).
__global__ void differentiate(const float* __restrict__ blurred, float2* __restrict__ gradient,
                              int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  // Beyond the edge stands the nearest pixel.
  const int left = max(x - 1, 0), right = min(x + 1, width - 1);
  const float* const above = blurred + max(y - 1, 0) * width;
  const float* const here = blurred + y * width;
  const float* const below = blurred + min(y + 1, height - 1) * width;
  const float right_side = above[right] + 2.0f * here[right] + below[right];
  const float left_side = above[left] + 2.0f * here[left] + below[left];
  const float lower = below[left] + 2.0f * below[x] + below[right];
  const float upper = above[left] + 2.0f * above[x] + above[right];
  gradient[y * width + x] = make_float2(right_side - left_side, lower - upper);
}

}  // namespace

void gradient(const float* d_blurred, float2* d_gradient, int width, int height, dim3 block,
              cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  differentiate<<<grid, block, 0, stream>>>(d_blurred, d_gradient, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
