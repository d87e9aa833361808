/// @file
/// Lab 03, challenge: the filter's size as a template parameter. Read README.md first.
#include <cstddef>
#include <utility>

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

/// The sum over all taps of weight times fetch(i, j), all written out.
template <int kFilterWidth, typename Fetch>
__device__ float sum_of_taps(Fetch fetch) {
  float total = 0.0f;
#pragma unroll
  for (int tap = 0; tap < kFilterWidth * kFilterWidth; ++tap) {
    total += unrolled_weights[tap] * fetch(tap % kFilterWidth, tap / kFilterWidth);
  }
  return total;
}

/// One thread computes output pixel (x, y); threads beyond the image do nothing.
template <int kFilterWidth>
__global__ void __launch_bounds__(kMaxThreads)
    convolve_fixed_width(const float* __restrict__ input, float* __restrict__ output, int width,
                         int height, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  constexpr int kRadius = kFilterWidth / 2;
  const bool cut = x < kRadius || y < kRadius || x >= width - kRadius || y >= height - kRadius;
  float* const target = output + (y * width + x);
  if (cut) {
    *target = sum_of_taps<kFilterWidth>([=](int i, int j) {
      return pixel_or_border(input, width, height, x - kRadius + i, y - kRadius + j, border);
    });
    return;
  }
  const float* const corner = &input[(y - kRadius) * width + (x - kRadius)];
  *target = sum_of_taps<kFilterWidth>([=](int i, int j) { return corner[j * width + i]; });
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

/// Launches the kernel whose radius is one of kBefore + 1. Says whether there was one.
template <int... kBefore, typename... Arguments>
bool launch_one_of(std::integer_sequence<int, kBefore...>, int radius, Arguments... arguments) {
  return ((radius == kBefore + 1 && (launch<2 * (kBefore + 1) + 1>(arguments...), true)) || ...);
}

}  // namespace

void convolve_unrolled(const float* d_input, float* d_output, int width, int height,
                       const float* filter, int filter_width, kit::Border border, dim3 block,
                       cudaStream_t stream) {
  using Radii = std::make_integer_sequence<int, kMaxUnrolledWidth / 2>;  // 1 to 8, less 1
  if (launch_one_of(Radii{}, filter_width / 2, d_input, d_output, width, height, filter, border,
                    block, stream))
    return;
  convolve(d_input, d_output, width, height, filter, filter_width, border, block, stream);
}

}  // namespace lab03
