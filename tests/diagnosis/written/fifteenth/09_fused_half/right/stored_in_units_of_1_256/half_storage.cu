/// @file
/// Lab 09, stage half_storage: two kernels, with halves in memory between them. Read README.md
/// first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr int kTaps = 5;

__device__ int nearest(int position, int length) {
  return min(max(position, 0), length - 1);
}

/// One thread blurs pixel (x, y) and rounds once. In units of 1/256 the sum is a whole number of at
/// most 65,280, which is below the largest half; a power of two changes nothing about the rounding.
__global__ void blur_to_half(const std::uint8_t* __restrict__ grey, __half* __restrict__ blurred,
                             int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  constexpr int kWeights[kTaps] = {1, 4, 6, 4, 1};
  int sum = 0;
  for (int j = 0; j < kTaps; ++j) {
    const std::uint8_t* const row = grey + nearest(y + j - kTaps / 2, height) * width;
    int along = 0;
    for (int i = 0; i < kTaps; ++i) along += kWeights[i] * row[nearest(x + i - kTaps / 2, width)];
    sum += kWeights[j] * along;
  }
  blurred[y * width + x] = __float2half_rn(float(sum));
}

/// One thread computes the magnitude at pixel (x, y) in float32, from the rounded pixels.
__global__ void magnitude_of_half(const __half* __restrict__ blurred, float* __restrict__ magnitude,
                                  int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int left = max(x - 1, 0), right = min(x + 1, width - 1);
  const __half* const above = blurred + max(y - 1, 0) * width;
  const __half* const here = blurred + y * width;
  const __half* const below = blurred + min(y + 1, height - 1) * width;
  const float nw = __half2float(above[left]), n = __half2float(above[x]);
  const float ne = __half2float(above[right]), sw = __half2float(below[left]);
  const float s = __half2float(below[x]), se = __half2float(below[right]);
  const float w = __half2float(here[left]), e = __half2float(here[right]);
  const float gx = ne + 2.0f * e + se - nw - 2.0f * w - sw;
  const float gy = sw + 2.0f * s + se - nw - 2.0f * n - ne;
  magnitude[y * width + x] = (fabsf(gx) + fabsf(gy)) * (1 / 256.0f);
}

}  // namespace

void magnitude_half_storage(const std::uint8_t* d_grey, __half* d_blurred, float* d_magnitude,
                            int width, int height, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  blur_to_half<<<grid, block, 0, stream>>>(d_grey, d_blurred, width, height);
  KIT_CHECK(cudaGetLastError());
  magnitude_of_half<<<grid, block, 0, stream>>>(d_blurred, d_magnitude, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
