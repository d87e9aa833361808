/// @file
/// Lab 03, challenge: the border is tested on the pixel's window once; the taps are unrolled, and
/// the kernel is found in a table that is made from an index sequence.
#include <cstddef>
#include <utility>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kMaxUnrolledWidth = 17;
constexpr int kMaxThreads = 1024;

__constant__ float unrolled_weights[kMaxUnrolledWidth * kMaxUnrolledWidth];

/// A pixel of a window that lies whole inside the image.
struct Inside {
  const float* corner;
  int width;
  __device__ float operator()(int i, int j) const { return corner[j * width + i]; }
};

/// A pixel of any window.
struct Anywhere {
  const float* image;
  int width, height, left, top;
  kit::Border border;
  __device__ float operator()(int i, int j) const {
    const int x = left + i;
    const int y = top + j;
    const int near_x = min(max(x, 0), width - 1);
    const int near_y = min(max(y, 0), height - 1);
    const bool moved = near_x != x || near_y != y;
    return moved && border == kit::Border::zero ? 0.0f : image[near_y * width + near_x];
  }
};

template <int kFilterWidth, typename Pixels>
__device__ float weighted_sum(Pixels pixel) {
  float total = 0.0f;
#pragma unroll
  for (int n = 0; n < kFilterWidth * kFilterWidth; ++n)
    total += unrolled_weights[n] * pixel(n % kFilterWidth, n / kFilterWidth);
  return total;
}

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
  const bool whole = min(left, top) >= 0 && left + kFilterWidth <= width && top + kFilterWidth <= height;
  output[y * width + x] =
      whole ? weighted_sum<kFilterWidth>(Inside{input + top * width + left, width})
            : weighted_sum<kFilterWidth>(Anywhere{input, width, height, left, top, border});
}

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

/// The launchers for widths 3, 5, 7 ... one for each number of the sequence.
template <std::size_t... kNumbers>
Launcher choose(int filter_width, std::index_sequence<kNumbers...>) {
  static constexpr Launcher kLaunchers[] = {&launch<2 * static_cast<int>(kNumbers) + 3>...};
  return kLaunchers[(filter_width - 3) / 2];
}

}  // namespace

void convolve_unrolled(const float* d_input, float* d_output, int width, int height,
                       const float* filter, int filter_width, kit::Border border, dim3 block,
                       cudaStream_t stream) {
  if (filter_width < 3 || filter_width > kMaxUnrolledWidth) {
    convolve(d_input, d_output, width, height, filter, filter_width, border, block, stream);
    return;
  }
  constexpr std::size_t kKernels = (kMaxUnrolledWidth - 1) / 2;
  choose(filter_width, std::make_index_sequence<kKernels>{})(d_input, d_output, width, height, filter,
                                                             border, block, stream);
}

}  // namespace lab03
