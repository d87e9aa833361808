/// @file
/// Lab 03, challenge: the filter's size as a template parameter. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

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

/// One thread computes output pixel (x, y); threads beyond the image do nothing. The launch bounds
/// keep the unrolled code to as many registers as a block of 1024 threads can have.
template <int kFilterWidth>
__global__ void __launch_bounds__(kMaxThreads)
    convolve_fixed_width(const float* __restrict__ input, float* __restrict__ output, int width,
                         int height, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  constexpr int kRadius = kFilterWidth / 2;
  const int left = x - kRadius;
  const int top = y - kRadius;
  const bool whole = left >= 0 && top >= 0 && x + kRadius < width && y + kRadius < height;

  constexpr int kTaps = kFilterWidth * kFilterWidth;
  float total = 0.0f;
  if (whole) {
    const float* centre = input + y * width + x;
#pragma unroll
    for (int t = 0; t < kTaps; ++t)
      total = fmaf(unrolled_weights[t],
                   centre[(t / kFilterWidth - kRadius) * width + t % kFilterWidth - kRadius], total);
  } else {
#pragma unroll
    for (int t = 0; t < kTaps; ++t)
      total = fmaf(unrolled_weights[t],
                   pixel_or_border(input, width, height, left + t % kFilterWidth,
                                   top + t / kFilterWidth, border),
                   total);
  }
  output[y * width + x] = total;
}

/// Copies the filter and launches the kernel for its width.
template <int kFilterWidth>
void launch(const float* d_input, float* d_output, int width, int height, const float* filter,
            kit::Border border, dim3 block, cudaStream_t stream) {
  constexpr std::size_t kFilterBytes = sizeof(float) * kFilterWidth * kFilterWidth;
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  KIT_CHECK(cudaMemcpyToSymbolAsync(unrolled_weights, filter, kFilterBytes, 0,
                                    cudaMemcpyHostToDevice, stream));
  convolve_fixed_width<kFilterWidth>
      <<<grid, block, 0, stream>>>(d_input, d_output, width, height, border);
  KIT_CHECK(cudaGetLastError());
}

using Launcher = void (*)(const float*, float*, int, int, const float*, kit::Border, dim3,
                          cudaStream_t);

/// Entry n launches the kernel for width 2 * n + 3.
constexpr Launcher kLaunchers[] = {launch<3>,  launch<5>,  launch<7>,  launch<9>,
                                   launch<11>, launch<13>, launch<15>, launch<17>};

}  // namespace

void convolve_unrolled(const float* d_input, float* d_output, int width, int height,
                       const float* filter, int filter_width, kit::Border border, dim3 block,
                       cudaStream_t stream) {
  if (filter_width < 3 || filter_width > kMaxUnrolledWidth) {
    convolve(d_input, d_output, width, height, filter, filter_width, border, block, stream);
    return;
  }
  kLaunchers[filter_width / 2 - 1](d_input, d_output, width, height, filter, border, block, stream);
}

}  // namespace lab03
