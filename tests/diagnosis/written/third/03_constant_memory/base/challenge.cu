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
#pragma unroll
    for (int j = 0; j < kFilterWidth; ++j) {
#pragma unroll
      for (int i = 0; i < kFilterWidth; ++i)
        total += unrolled_weights[j * kFilterWidth + i] *
                 pixel_or_border(input, width, height, left + i, top + j, border);
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
  // choice between the compiled kernels is made here.
  switch (filter_width) {
    case 3:
      return launch<3>(d_input, d_output, width, height, filter, border, block, stream);
    case 5:
      return launch<5>(d_input, d_output, width, height, filter, border, block, stream);
    case 7:
      return launch<7>(d_input, d_output, width, height, filter, border, block, stream);
    case 9:
      return launch<9>(d_input, d_output, width, height, filter, border, block, stream);
    case 11:
      return launch<11>(d_input, d_output, width, height, filter, border, block, stream);
    case 13:
      return launch<13>(d_input, d_output, width, height, filter, border, block, stream);
    case 15:
      return launch<15>(d_input, d_output, width, height, filter, border, block, stream);
    case 17:
      return launch<17>(d_input, d_output, width, height, filter, border, block, stream);
  }
  convolve(d_input, d_output, width, height, filter, filter_width, border, block, stream);
}

}  // namespace lab03
