/// @file
/// Lab 03, stage constant: lab 02's kernel, its filter in constant memory. One kernel per border.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kMaxWeights = kMaxFilterWidth * kMaxFilterWidth;

/// The filter of the launch at hand, without gaps.
__constant__ float weights_of_launch[kMaxWeights];

/// One output pixel per thread. Runs over the taps by their offsets from the pixel, -r to r; `tap`
/// counts them.
template <bool kClamp>
__global__ void correlate(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height, int r) {
  const int x = threadIdx.x + blockDim.x * blockIdx.x;
  const int y = threadIdx.y + blockDim.y * blockIdx.y;
  const bool inside = x < width && y < height;
  if (inside) {
    float sum = 0.0f;
    int tap = 0;
    int dy = -r;
    while (dy <= r) {
      const int wanted_row = y + dy;
      const int row = min(max(wanted_row, 0), height - 1);
      const bool row_counts = kClamp || row == wanted_row;
      for (int dx = -r; dx <= r; ++dx, ++tap) {
        // Read for all taps, so that the lanes of a warp stay together at one address.
        const float weight = weights_of_launch[tap];
        const int wanted_column = x + dx;
        const int column = min(max(wanted_column, 0), width - 1);
        if (row_counts && (kClamp || column == wanted_column))
          sum += input[row * width + column] * weight;
      }
      ++dy;
    }
    output[y * width + x] = sum;
  }
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const auto blocks_for = [](int pixels, unsigned threads) {
    return (static_cast<unsigned>(pixels) - 1) / threads + 1;
  };
  const std::size_t bytes = sizeof(float) * filter_width * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(weights_of_launch, filter, bytes, 0, cudaMemcpyHostToDevice,
                                    stream));
  const dim3 grid(blocks_for(width, block.x), blocks_for(height, block.y));
  const int r = filter_width / 2;
  if (border == kit::Border::clamp) {
    correlate<true><<<grid, block, 0, stream>>>(d_input, d_output, width, height, r);
  } else {
    correlate<false><<<grid, block, 0, stream>>>(d_input, d_output, width, height, r);
  }
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
