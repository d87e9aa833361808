/// @file
/// Lab 03, challenge: the filter's size as a template parameter. Read README.md first.
/// The compiler then knows both loops over the filter, unrolls them, and every weight becomes an
/// operand at a fixed address of constant memory.
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
  float sum = 0.0f;
  // A place outside is below 0 or at least the size; as an unsigned number it is too large in both
  // cases. All four sides of the window are asked.
  const bool whole_window = unsigned(left) < unsigned(width) && unsigned(top) < unsigned(height) &&
                            x + kRadius < width && y + kRadius < height;
  if (!whole_window) {
#pragma unroll 1
    for (int tap = 0; tap < kFilterWidth * kFilterWidth; ++tap) {
      const int j = tap / kFilterWidth;
      const int i = tap % kFilterWidth;
      sum += unrolled_weights[tap] *
             pixel_or_border(input, width, height, left + i, top + j, border);
    }
  } else {
#pragma unroll
    for (int j = 0; j < kFilterWidth; ++j) {
      const float* const row = input + (top + j) * width + left;
#pragma unroll
      for (int i = 0; i < kFilterWidth; ++i) {
        sum += unrolled_weights[j * kFilterWidth + i] * row[i];
      }
    }
  }
  output[y * width + x] = sum;
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

/// Launches the kernel for filter_width if this is kFilterWidth or one of the next odd numbers up
/// to kMaxUnrolledWidth; else returns false.
template <int kFilterWidth>
bool launch_from(const float* d_input, float* d_output, int width, int height, const float* filter,
                 int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  if constexpr (kFilterWidth > kMaxUnrolledWidth) {
    return false;
  } else {
    if (filter_width != kFilterWidth) {
      return launch_from<kFilterWidth + 2>(d_input, d_output, width, height, filter, filter_width,
                                           border, block, stream);
    }
    launch<kFilterWidth>(d_input, d_output, width, height, filter, border, block, stream);
    return true;
  }
}

}  // namespace

void convolve_unrolled(const float* d_input, float* d_output, int width, int height,
                       const float* filter, int filter_width, kit::Border border, dim3 block,
                       cudaStream_t stream) {
  const bool unrolled = launch_from<3>(d_input, d_output, width, height, filter, filter_width,
                                       border, block, stream);
  if (!unrolled) {
    convolve(d_input, d_output, width, height, filter, filter_width, border, block, stream);
  }
}

}  // namespace lab03
