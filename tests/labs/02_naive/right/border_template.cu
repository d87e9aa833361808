// Right: the border is a template parameter, the image a struct in a header of its own, and the
// kernel is chosen by a function pointer.
#include "view.cuh"

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// One thread computes one pixel. Columns of the filter outside, rows inside.
template <kit::Border kBorder>
__global__ void convolve_kernel(View image, float* __restrict__ result,
                                const float* __restrict__ filter, int taps) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (!image.contains(x, y)) return;
  const int r = taps / 2;
  float sum = 0.0f;
  for (int i = -r; i <= r; ++i) {
    float column = 0.0f;
    for (int j = -r; j <= r; ++j)
      column = fmaf(filter[(j + r) * taps + i + r], image.at<kBorder>(x + i, y + j), column);
    sum += column;
  }
  result[y * image.width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const auto blocks = [](int pixels, unsigned threads) { return (pixels - 1) / threads + 1; };
  const dim3 grid(blocks(width, block.x), blocks(height, block.y));
  const View image{d_input, width, height};
  auto* const kernel = border == kit::Border::clamp ? convolve_kernel<kit::Border::clamp>
                                                    : convolve_kernel<kit::Border::zero>;
  kernel<<<grid, block, 0, stream>>>(image, d_output, d_filter, filter_width);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
