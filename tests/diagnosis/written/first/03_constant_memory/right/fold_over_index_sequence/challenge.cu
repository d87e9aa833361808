/// @file
/// Lab 03, challenge: no loops at all. The taps are a fold over an index sequence; the kernel is
/// found by a recursion over the widths.
#include <cstddef>
#include <utility>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kLast = 17;

__constant__ float fixed_weights[kLast * kLast];

template <int kWidth>
struct Inside {
  const float* corner;
  int pitch;
  __device__ float tap(int n) const { return corner[n / kWidth * pitch + n % kWidth]; }
};

template <int kWidth>
struct Clamped {
  const float* image;
  int width, height, x, y;
  __device__ float tap(int n) const {
    const int cx = min(max(x + n % kWidth, 0), width - 1);
    const int cy = min(max(y + n / kWidth, 0), height - 1);
    return image[cy * width + cx];
  }
};

template <int kWidth>
struct Padded {
  const float* image;
  int width, height, x, y;
  __device__ float tap(int n) const {
    const int px = x + n % kWidth;
    const int py = y + n / kWidth;
    return px < 0 || py < 0 || px >= width || py >= height ? 0.0f : image[py * width + px];
  }
};

template <typename Source, int... kTap>
__device__ float sum_of(const Source& source, std::integer_sequence<int, kTap...>) {
  float sum = 0.0f;
  ((sum += fixed_weights[kTap] * source.tap(kTap)), ...);
  return sum;
}

template <int kWidth>
__global__ void __launch_bounds__(1024)
    correlate(const float* __restrict__ input, float* __restrict__ output, int width, int height,
              kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  constexpr auto kTaps = std::make_integer_sequence<int, kWidth * kWidth>{};
  const int left = x - kWidth / 2;
  const int top = y - kWidth / 2;
  float result;
  if (left >= 0 && left <= width - kWidth && top >= 0 && top <= height - kWidth)
    result = sum_of(Inside<kWidth>{input + top * width + left, width}, kTaps);
  else if (border == kit::Border::clamp)
    result = sum_of(Clamped<kWidth>{input, width, height, left, top}, kTaps);
  else
    result = sum_of(Padded<kWidth>{input, width, height, left, top}, kTaps);
  output[y * width + x] = result;
}

/// Tries kWidth, kWidth + 2 ... kLast; false if filter_width is none of them.
template <int kWidth>
bool try_width(const float* d_input, float* d_output, int width, int height, const float* filter,
               int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  if (filter_width != kWidth) {
    if constexpr (kWidth < kLast)
      return try_width<kWidth + 2>(d_input, d_output, width, height, filter, filter_width, border,
                                   block, stream);
    else
      return false;
  }
  KIT_CHECK(cudaMemcpyToSymbolAsync(fixed_weights, filter, sizeof(float) * kWidth * kWidth, 0,
                                    cudaMemcpyHostToDevice, stream));
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  correlate<kWidth><<<grid, block, 0, stream>>>(d_input, d_output, width, height, border);
  KIT_CHECK(cudaGetLastError());
  return true;
}

}  // namespace

void convolve_unrolled(const float* d_input, float* d_output, int width, int height,
                       const float* filter, int filter_width, kit::Border border, dim3 block,
                       cudaStream_t stream) {
  if (!try_width<3>(d_input, d_output, width, height, filter, filter_width, border, block, stream))
    convolve(d_input, d_output, width, height, filter, filter_width, border, block, stream);
}

}  // namespace lab03
