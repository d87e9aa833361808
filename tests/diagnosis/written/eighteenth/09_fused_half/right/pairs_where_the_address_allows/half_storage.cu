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

/// One thread blurs pixels (x, y) and (x + 1, y) in float32, and rounds once.
__global__ void blur_to_half(const std::uint8_t* __restrict__ grey, __half* __restrict__ blurred,
                             int width, int height) {
  const int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  constexpr float kWeights[kTaps] = {1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f};
  const auto blurred_at = [&](int column) {
    float sum = 0.0f;
    for (int j = 0; j < kTaps; ++j) {
      const std::uint8_t* const row = grey + nearest(y + j - kTaps / 2, height) * width;
      for (int i = 0; i < kTaps; ++i) {
        sum += kWeights[j] * kWeights[i] * row[nearest(column + i - kTaps / 2, width)];
      }
    }
    return sum;
  };
  __half* const out = blurred + y * width + x;
  const __half first = __float2half_rn(blurred_at(x));
  if (x + 1 == width) {
    out[0] = first;
    return;
  }
  const __half second = __float2half_rn(blurred_at(x + 1));
  // Every second row of an odd width begins between two words.
  if (reinterpret_cast<std::uintptr_t>(out) % sizeof(__half2) == 0) {
    *reinterpret_cast<__half2*>(out) = __halves2half2(first, second);
  } else {
    out[0] = first;
    out[1] = second;
  }
}

/// One thread computes the magnitude at pixel (x, y) in float32, from the rounded pixels.
__global__ void magnitude_of_half(const __half* __restrict__ blurred, float* __restrict__ magnitude,
                                  int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const auto at = [&](int column, int row) {
    return __half2float(blurred[nearest(row, height) * width + nearest(column, width)]);
  };
  const float gx = (at(x + 1, y - 1) - at(x - 1, y - 1)) + 2.0f * (at(x + 1, y) - at(x - 1, y)) +
                   (at(x + 1, y + 1) - at(x - 1, y + 1));
  const float gy = (at(x - 1, y + 1) - at(x - 1, y - 1)) + 2.0f * (at(x, y + 1) - at(x, y - 1)) +
                   (at(x + 1, y + 1) - at(x + 1, y - 1));
  magnitude[y * width + x] = fabsf(gx) + fabsf(gy);
}

}  // namespace

void magnitude_half_storage(const std::uint8_t* d_grey, __half* d_blurred, float* d_magnitude,
                            int width, int height, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const dim3 pairs((width + 2 * block.x - 1) / (2 * block.x), grid.y);
  blur_to_half<<<pairs, block, 0, stream>>>(d_grey, d_blurred, width, height);
  KIT_CHECK(cudaGetLastError());
  magnitude_of_half<<<grid, block, 0, stream>>>(d_blurred, d_magnitude, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
