/// @file
/// Lab 09, stage blur: binomial weights, everything from global memory. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr int kTaps = 5;

/// The nearest position inside [0, length).
__device__ int nearest(int position, int length) {
  return min(max(position, 0), length - 1);
}

/// One thread computes pixel (x, y).
__global__ void blur_pixels(const std::uint8_t* __restrict__ grey, float* __restrict__ blurred,
                            int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  // Powers of two and their small multiples: no product or sum below is rounded.
  constexpr float kWeights[kTaps] = {1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f};
  float sum = 0.0f;
  for (int j = 0; j < kTaps; ++j) {
    const int row = nearest(y + j - kTaps / 2, height);
    float along = 0.0f;
    for (int i = 0; i < kTaps; ++i) {
      const int column = nearest(x + i - kTaps / 2, width);
      along += kWeights[i] * grey[row * width + column];
    }
    sum += kWeights[j] * along;
  }
  blurred[y * width + x] = sum;
}

}  // namespace

void blur(const std::uint8_t* d_grey, float* d_blurred, int width, int height, dim3 block,
          cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  blur_pixels<<<grid, block, 0, stream>>>(d_grey, d_blurred, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
