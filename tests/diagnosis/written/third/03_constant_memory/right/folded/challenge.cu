/// @file
/// Lab 03, challenge: no loops over the filter at all, the taps are a fold over an index sequence.
#include <cstddef>
#include <utility>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kMaxUnrolledWidth = 17;
constexpr int kMaxThreads = 1024;

__constant__ float unrolled_weights[kMaxUnrolledWidth * kMaxUnrolledWidth];

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

/// Row kRow of the filter times what `pixel(i)` gives, the terms written out.
template <int kFilterWidth, int kRow, typename Pixel, int... kColumns>
__device__ void add_row(float& total, Pixel pixel, std::integer_sequence<int, kColumns...>) {
  ((total += unrolled_weights[kRow * kFilterWidth + kColumns] * pixel(kColumns)), ...);
}

/// All rows; `pixel(i, j)` is the pixel under weight (i, j).
template <int kFilterWidth, typename Pixel, int... kRows>
__device__ float sum(Pixel pixel, std::integer_sequence<int, kRows...>) {
  float total = 0.0f;
  (add_row<kFilterWidth, kRows>(
       total, [&](int i) { return pixel(i, kRows); },
       std::make_integer_sequence<int, kFilterWidth>()),
   ...);
  return total;
}

template <int kFilterWidth>
__global__ void __launch_bounds__(kMaxThreads)
    convolve_fixed_width(const float* __restrict__ input, float* __restrict__ output, int width,
                         int height, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int left = x - kFilterWidth / 2;
  const int top = y - kFilterWidth / 2;
  using All = std::make_integer_sequence<int, kFilterWidth>;
  if (min(left, top) >= 0 && left <= width - kFilterWidth && top <= height - kFilterWidth) {
    output[y * width + x] = sum<kFilterWidth>(
        [&](int i, int j) { return input[(top + j) * width + left + i]; }, All());
  } else {
    output[y * width + x] = sum<kFilterWidth>(
        [&](int i, int j) {
          return pixel_or_border(input, width, height, left + i, top + j, border);
        },
        All());
  }
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

/// Tries the widths 3, 5, ... one after the other; false if none of them is it.
template <int... kSteps, typename... Arguments>
bool launch_one_of(std::integer_sequence<int, kSteps...>, int filter_width,
                   Arguments... arguments) {
  return ((filter_width == 3 + 2 * kSteps ? (launch<3 + 2 * kSteps>(arguments...), true) : false) ||
          ...);
}

}  // namespace

void convolve_unrolled(const float* d_input, float* d_output, int width, int height,
                       const float* filter, int filter_width, kit::Border border, dim3 block,
                       cudaStream_t stream) {
  constexpr int kWidths = (kMaxUnrolledWidth - 3) / 2 + 1;
  if (!launch_one_of(std::make_integer_sequence<int, kWidths>(), filter_width, d_input, d_output,
                     width, height, filter, border, block, stream)) {
    convolve(d_input, d_output, width, height, filter, filter_width, border, block, stream);
  }
}

}  // namespace lab03
