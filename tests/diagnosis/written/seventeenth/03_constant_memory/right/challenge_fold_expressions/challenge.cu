/// @file
/// Lab 03, challenge: the filter's size as a template parameter. Read README.md first.
#include <cstddef>
#include <utility>

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

/// Row kRow of the window, written out. `line` is the window's row in the image.
template <int kRow, int... kColumn>
__device__ __forceinline__ void add_row(float& sum, const float* __restrict__ line,
                                        std::integer_sequence<int, kColumn...>) {
  constexpr int kFirst = kRow * static_cast<int>(sizeof...(kColumn));
  ((sum += unrolled_weights[kFirst + kColumn] * line[kColumn]), ...);
}

/// All rows of the window, written out.
template <int kFilterWidth, int... kRow>
__device__ __forceinline__ void add_rows(float& sum, const float* __restrict__ corner, int width,
                                         std::integer_sequence<int, kRow...>) {
  (add_row<kRow>(sum, corner + kRow * width, std::make_integer_sequence<int, kFilterWidth>{}), ...);
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
  // The distance to the nearest edge decides, once for the pixel.
  const int to_edge = min(min(x, width - 1 - x), min(y, height - 1 - y));
  float sum = 0.0f;
  if (to_edge >= kRadius) {
    add_rows<kFilterWidth>(sum, input + (y - kRadius) * width + x - kRadius, width,
                           std::make_integer_sequence<int, kFilterWidth>{});
  } else {
#pragma unroll
    for (int j = 0; j < kFilterWidth; ++j) {
#pragma unroll
      for (int i = 0; i < kFilterWidth; ++i) {
        sum += unrolled_weights[j * kFilterWidth + i] *
               pixel_or_border(input, width, height, x + i - kRadius, y + j - kRadius, border);
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

/// Tries kFilterWidth and the larger widths in turn; false if there is no kernel for the filter.
template <int kFilterWidth>
bool launch_from(const float* d_input, float* d_output, int width, int height, const float* filter,
                 int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  if (filter_width == kFilterWidth) {
    launch<kFilterWidth>(d_input, d_output, width, height, filter, border, block, stream);
    return true;
  }
  if constexpr (kFilterWidth < kMaxUnrolledWidth) {
    return launch_from<kFilterWidth + 2>(d_input, d_output, width, height, filter, filter_width,
                                         border, block, stream);
  } else {
    return false;
  }
}

}  // namespace

void convolve_unrolled(const float* d_input, float* d_output, int width, int height,
                       const float* filter, int filter_width, kit::Border border, dim3 block,
                       cudaStream_t stream) {
  if (!launch_from<kMinUnrolledWidth>(d_input, d_output, width, height, filter, filter_width,
                                      border, block, stream)) {
    convolve(d_input, d_output, width, height, filter, filter_width, border, block, stream);
  }
}

}  // namespace lab03
