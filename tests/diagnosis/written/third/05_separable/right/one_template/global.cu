/// @file
/// Lab 05, stage global: one kernel template for both passes and both borders.
#include "axis.cuh"
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

template <axis::Axis A, kit::Border border>
__global__ void filter_along(const float* __restrict__ input, float* __restrict__ output,
                             axis::Image image, const float* __restrict__ weights, int taps) {
  const axis::Pixel pixel{static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
                          static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y)};
  if (pixel.x < image.width && pixel.y < image.height) {
    const float* const line = input + A::origin(image, pixel);
    const int last = A::length(image) - 1;
    const int step = A::stride(image);

    const auto value_at = [=](int place) {
      if constexpr (border == kit::Border::clamp) {
        return line[max(0, min(place, last)) * step];
      } else {
        return static_cast<unsigned>(place) <= static_cast<unsigned>(last) ? line[place * step]
                                                                           : 0.0f;
      }
    };

    float sum = 0.0f;
    int place = A::place(pixel) - taps / 2;
    for (const float *weight = weights, *end = weights + taps; weight != end; ++weight) {
      sum = fmaf(*weight, value_at(place++), sum);
    }
    output[pixel.y * image.width + pixel.x] = sum;
  }
}

template <kit::Border border>
void both_passes(axis::BorderIs<border>, const float* d_input, float* d_output, float* d_workspace,
                 axis::Image image, const float* d_row_weights, const float* d_column_weights,
                 int taps, dim3 block, cudaStream_t stream) {
  const auto blocks = [](int pixels, unsigned threads) { return 1 + (pixels - 1) / threads; };
  const dim3 grid(blocks(image.width, block.x), blocks(image.height, block.y));
  filter_along<axis::AlongX, border>
      <<<grid, block, 0, stream>>>(d_input, d_workspace, image, d_row_weights, taps);
  KIT_CHECK(cudaGetLastError());
  filter_along<axis::AlongY, border>
      <<<grid, block, 0, stream>>>(d_workspace, d_output, image, d_column_weights, taps);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const axis::Image image{width, height};
  if (border == kit::Border::zero) {
    both_passes(axis::BorderIs<kit::Border::zero>{}, d_input, d_output, d_workspace, image,
                d_row_weights, d_column_weights, taps, block, stream);
  } else {
    both_passes(axis::BorderIs<kit::Border::clamp>{}, d_input, d_output, d_workspace, image,
                d_row_weights, d_column_weights, taps, block, stream);
  }
}

}  // namespace lab05
