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

  float total = 0.0f;
  if (whole) {
    const float* corner = input + top * width + left;
#pragma unroll
    for (int j = 0; j < kFilterWidth; ++j) {
#pragma unroll
      for (int i = 0; i < kFilterWidth; ++i)
        total += unrolled_weights[j * kFilterWidth + i] * corner[j * width + i];
    }
  } else {
    // The nearest pixel is always read; border zero does not use it if the tap is outside.
    const bool clamp = border == kit::Border::clamp;
#pragma unroll
    for (int j = 0; j < kFilterWidth; ++j) {
      const int near_y = min(max(top + j, 0), height - 1);
#pragma unroll
      for (int i = 0; i < kFilterWidth; ++i) {
        const int near_x = min(max(left + i, 0), width - 1);
        const float nearest = input[near_y * width + near_x];
        const bool counts = clamp || (near_x == left + i && near_y == top + j);
        total += unrolled_weights[j * kFilterWidth + i] * (counts ? nearest : 0.0f);
      }
    }
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

}  // namespace

void convolve_unrolled(const float* d_input, float* d_output, int width, int height,
                       const float* filter, int filter_width, kit::Border border, dim3 block,
                       cudaStream_t stream) {
  // A template argument must be known when compiling, filter_width is known when running: the
  // choice between the compiled kernels is made here, by place in a table. Widths are odd.
  using Launcher = void (*)(const float*, float*, int, int, const float*, kit::Border, dim3,
                            cudaStream_t);
  static const Launcher launchers[] = {launch<3>,  launch<5>,  launch<7>,  launch<9>,
                                       launch<11>, launch<13>, launch<15>, launch<17>};
  if (filter_width >= 3 && filter_width <= kMaxUnrolledWidth) {
    launchers[(filter_width - 3) / 2](d_input, d_output, width, height, filter, border, block,
                                      stream);
    return;
  }
  convolve(d_input, d_output, width, height, filter, filter_width, border, block, stream);
}

}  // namespace lab03
