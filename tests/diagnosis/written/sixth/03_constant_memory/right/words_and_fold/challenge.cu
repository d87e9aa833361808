/// @file
/// Lab 03, challenge: the choice between the kernels is a fold over a list of widths.
#include <cstddef>
#include <utility>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kMaxUnrolledWidth = 17;
constexpr int kMaxThreads = 1024;  // the largest block of the contract

__constant__ float unrolled_weights[kMaxUnrolledWidth * kMaxUnrolledWidth];

/// Row kRow of the filter times the pixels from `line` on.
template <int kRow, int... kColumns>
__device__ float row_inside(const float* __restrict__ line,
                            std::integer_sequence<int, kColumns...>) {
  constexpr int kFilterWidth = sizeof...(kColumns);
  return ((unrolled_weights[kRow * kFilterWidth + kColumns] * line[kColumns]) + ...);
}

/// The sum of a window that lies inside the image and begins at `corner`.
template <int... kRows>
__device__ float sum_inside(const float* __restrict__ corner, int pitch,
                            std::integer_sequence<int, kRows...> taps) {
  return (row_inside<kRows>(corner + kRows * pitch, taps) + ...);
}

/// The sum of any window, columns outside and rows inside. Both borders share the clamped address.
template <int kFilterWidth>
__device__ float sum_at_edge(const float* __restrict__ image, int width, int height, int left,
                             int top, bool clamp) {
  float sum = 0.0f;
  for (int i = 0; i < kFilterWidth; ++i) {
    const int x = min(max(left + i, 0), width - 1);
    const bool out_x = x != left + i;
    for (int j = 0; j < kFilterWidth; ++j) {
      const int y = min(max(top + j, 0), height - 1);
      const bool counts = clamp || !(out_x || y != top + j);
      if (counts) sum += unrolled_weights[j * kFilterWidth + i] * image[y * width + x];
    }
  }
  return sum;
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
  const bool inside =
      left >= 0 && left + kFilterWidth <= width && top >= 0 && top + kFilterWidth <= height;
  output[y * width + x] =
      inside ? sum_inside(input + top * width + left, width,
                          std::make_integer_sequence<int, kFilterWidth>{})
             : sum_at_edge<kFilterWidth>(input, width, height, left, top,
                                         border == kit::Border::clamp);
}

/// What the kernels and the copy need, but for the width.
struct Job {
  const float* d_input;
  float* d_output;
  int width, height;
  const float* filter;
  kit::Border border;
  dim3 block;
  cudaStream_t stream;

  template <int kFilterWidth>
  bool run() const {
    KIT_CHECK(cudaMemcpyToSymbolAsync(unrolled_weights, filter,
                                      sizeof(float) * kFilterWidth * kFilterWidth, 0,
                                      cudaMemcpyHostToDevice, stream));
    const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    convolve_fixed_width<kFilterWidth>
        <<<grid, block, 0, stream>>>(d_input, d_output, width, height, border);
    KIT_CHECK(cudaGetLastError());
    return true;
  }
};

/// Runs the kernel for filter_width if it is one of kWidths, and says whether it was.
template <int... kWidths>
bool run_one_of(const Job& job, int filter_width, std::integer_sequence<int, kWidths...>) {
  return ((filter_width == kWidths && job.run<kWidths>()) || ...);
}

}  // namespace

void convolve_unrolled(const float* d_input, float* d_output, int width, int height,
                       const float* filter, int filter_width, kit::Border border, dim3 block,
                       cudaStream_t stream) {
  const Job job{d_input, d_output, width, height, filter, border, block, stream};
  if (!run_one_of(job, filter_width, std::integer_sequence<int, 3, 5, 7, 9, 11, 13, 15, 17>{}))
    convolve(d_input, d_output, width, height, filter, filter_width, border, block, stream);
}

}  // namespace lab03
