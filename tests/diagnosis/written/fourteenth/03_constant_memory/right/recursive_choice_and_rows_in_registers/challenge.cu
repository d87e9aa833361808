/// @file
/// Lab 03, challenge: the filter's size as a template parameter.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kMinUnrolledWidth = 3;
constexpr int kMaxUnrolledWidth = 17;
constexpr int kMaxThreads = 1024;  // the largest block of the contract

__constant__ float unrolled_weights[kMaxUnrolledWidth * kMaxUnrolledWidth];

/// The value at (x, y), which may lie outside the image: then what the border puts there.
__device__ float pixel_or_border(const float* __restrict__ image, int width, int height, int x,
                                 int y, kit::Border border) {
  if (border == kit::Border::clamp) {
    x = min(max(x, 0), width - 1);
    y = min(max(y, 0), height - 1);
  } else if (x < 0 || x >= width || y < 0 || y >= height) {
    return 0.0f;
  }
  return image[y * width + x];
}

/// A row of the window (kWidth pixels, already loaded) times row j of the filter.
template <int kWidth>
__device__ float weighted(const float (&pixels)[kWidth], int j, float sum) {
#pragma unroll
  for (int i = 0; i < kWidth; ++i) sum += unrolled_weights[j * kWidth + i] * pixels[i];
  return sum;
}

/// One thread computes output pixel (x, y); threads beyond the image do nothing.
template <int kWidth>
__global__ void __launch_bounds__(kMaxThreads)
    convolve_fixed_width(const float* __restrict__ input, float* __restrict__ output, int width,
                         int height, kit::Border border) {
  constexpr int kRadius = kWidth / 2;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  // The smallest distance to one of the four edges decides.
  const int room = min(min(x, width - 1 - x), min(y, height - 1 - y));
  float pixels[kWidth];
  float sum = 0.0f;
  if (room >= kRadius) {
    const float* middle = input + (y - kRadius) * width + x;
#pragma unroll
    for (int j = 0; j < kWidth; ++j) {
#pragma unroll
      for (int i = 0; i < kWidth; ++i) pixels[i] = middle[j * width + i - kRadius];
      sum = weighted<kWidth>(pixels, j, sum);
    }
  } else {
    for (int j = 0; j < kWidth; ++j) {
#pragma unroll
      for (int i = 0; i < kWidth; ++i) {
        pixels[i] = pixel_or_border(input, width, height, x + i - kRadius, y + j - kRadius, border);
      }
      sum = weighted<kWidth>(pixels, j, sum);
    }
  }
  output[y * width + x] = sum;
}

/// Tries the widths from kWidth on; false if the filter has none of them.
template <int kWidth>
bool launched(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  if constexpr (kWidth > kMaxUnrolledWidth) {
    return false;
  } else {
    if (filter_width != kWidth) {
      return launched<kWidth + 2>(d_input, d_output, width, height, filter, filter_width, border,
                                  block, stream);
    }
    const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    KIT_CHECK(cudaMemcpyToSymbolAsync(unrolled_weights, filter, sizeof(float) * kWidth * kWidth, 0,
                                      cudaMemcpyHostToDevice, stream));
    convolve_fixed_width<kWidth>
        <<<grid, block, 0, stream>>>(d_input, d_output, width, height, border);
    KIT_CHECK(cudaGetLastError());
    return true;
  }
}

}  // namespace

void convolve_unrolled(const float* d_input, float* d_output, int width, int height,
                       const float* filter, int filter_width, kit::Border border, dim3 block,
                       cudaStream_t stream) {
  if (!launched<kMinUnrolledWidth>(d_input, d_output, width, height, filter, filter_width, border,
                                   block, stream)) {
    convolve(d_input, d_output, width, height, filter, filter_width, border, block, stream);
  }
}

}  // namespace lab03
