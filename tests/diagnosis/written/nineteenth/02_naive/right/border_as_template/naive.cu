/// @file
/// Lab 02, stage kernel: one thread per pixel, everything from global memory. Read README.md first.
/// The border is a template argument; with a zero border only the weights inside are visited.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// One thread computes output pixel (x, y); threads beyond the image do nothing.
template <bool kRepeat>
__global__ void convolve_taps(const float* __restrict__ input, float* __restrict__ output,
                              int width, int height, const float* __restrict__ filter,
                              int filter_width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const int left = x - filter_width / 2;  // the column that weight 0 reads
    const int top = y - filter_width / 2;   // the row that weight 0 reads
    // Without repeated pixels, only weights [i_begin, i_end) by [j_begin, j_end) find a pixel.
    const int i_begin = kRepeat ? 0 : max(0, -left);
    const int j_begin = kRepeat ? 0 : max(0, -top);
    const int i_end = kRepeat ? filter_width : min(filter_width, width - left);
    const int j_end = kRepeat ? filter_width : min(filter_width, height - top);
    float sum = 0.0f;
    for (int j = j_begin; j < j_end; ++j) {
      const float* const row = input + min(max(top + j, 0), height - 1) * width;
      const float* const weights = filter + j * filter_width;
      for (int i = i_begin; i < i_end; ++i) {
        sum += weights[i] * row[min(max(left + i, 0), width - 1)];
      }
    }
    output[y * width + x] = sum;
  }
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const auto blocks_for = [](int pixels, unsigned threads) {
    return 1u + (static_cast<unsigned>(pixels) - 1u) / threads;
  };
  const dim3 grid(blocks_for(width, block.x), blocks_for(height, block.y));
  if (border == kit::Border::clamp) {
    convolve_taps<true><<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter,
                                                    filter_width);
  } else {
    convolve_taps<false><<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter,
                                                     filter_width);
  }
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
