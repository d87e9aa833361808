/// @file
/// Lab 03, challenge: the filter's size as a template parameter. Read README.md first.
#include <cstddef>
#include <type_traits>

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
  const auto sum_of = [&](auto pixel) {
    float acc[2] = {0.0f, 0.0f};  // even and odd taps apart: two chains in place of one
#pragma unroll
    for (int tap = 0; tap < kFilterWidth * kFilterWidth; ++tap) {
      acc[tap & 1] += unrolled_weights[tap] * pixel(tap % kFilterWidth - kRadius,
                                                    tap / kFilterWidth - kRadius);
    }
    return acc[0] + acc[1];
  };
  const bool inside = min(x, width - 1 - x) >= kRadius && min(y, height - 1 - y) >= kRadius;
  const float* here = input + y * width + x;
  const float acc =
      inside ? sum_of([=](int dx, int dy) { return here[dy * width + dx]; })
             : sum_of([=](int dx, int dy) {
                 return pixel_or_border(input, width, height, x + dx, y + dy, border);
               });
  output[y * width + x] = acc;
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

/// Calls run(integral_constant<width>) if there is a kernel for it, and says whether there is.
template <int kFilterWidth, typename Run>
bool dispatch(int filter_width, const Run& run) {
  if constexpr (kFilterWidth > kMaxUnrolledWidth) {
    return false;
  } else {
    if (filter_width != kFilterWidth) return dispatch<kFilterWidth + 2>(filter_width, run);
    run(std::integral_constant<int, kFilterWidth>{});
    return true;
  }
}

}  // namespace

void convolve_unrolled(const float* d_input, float* d_output, int width, int height,
                       const float* filter, int filter_width, kit::Border border, dim3 block,
                       cudaStream_t stream) {
  // Tries one width after another; the recursion is made by the compiler and ends beyond 17.
  const auto run = [&](auto width_constant) {
    launch<decltype(width_constant)::value>(d_input, d_output, width, height, filter, border, block,
                                            stream);
  };
  if (dispatch<3>(filter_width, run)) return;
  convolve(d_input, d_output, width, height, filter, filter_width, border, block, stream);
}

}  // namespace lab03
