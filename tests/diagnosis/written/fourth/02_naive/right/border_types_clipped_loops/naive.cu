// Lab 02. The border is a template parameter. With zeros beyond the edge, the loops run only over the
// weights that meet a pixel; with the nearest pixel, over all of them.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

struct Range {
  int begin, end;
};

/// Which of `count` weights, the middle one over `at`, meet one of `size` pixels.
__device__ Range weights_inside(int at, int count, int size) {
  const int before = at - count / 2;  // the pixel under the first weight
  return {before < 0 ? -before : 0, min(count, size - before)};
}

__device__ int nearest(int at, int size) { return at < 0 ? 0 : (at >= size ? size - 1 : at); }

template <kit::Border border>
__global__ void convolve_pixel(float* __restrict__ output, const float* __restrict__ input,
                               const int2 size, const float* __restrict__ filter,
                               const int filter_width) {
  const int2 at = make_int2(int(threadIdx.x + blockDim.x * blockIdx.x),
                            int(threadIdx.y + blockDim.y * blockIdx.y));
  if (at.x < size.x && at.y < size.y) {
    const int radius = filter_width / 2;
    float sum = 0.0f;
    if constexpr (border == kit::Border::zero) {
      const Range columns = weights_inside(at.x, filter_width, size.x);
      const Range rows = weights_inside(at.y, filter_width, size.y);
      for (int j = rows.begin; j < rows.end; ++j) {
        const float* const line = input + (at.y + j - radius) * size.x;
        const float* const weights = filter + j * filter_width;
        for (int i = columns.begin; i < columns.end; ++i) {
          sum = fmaf(weights[i], line[at.x + i - radius], sum);
        }
      }
    } else {
      for (int dy = -radius; dy <= radius; ++dy) {
        const float* const line = input + nearest(at.y + dy, size.y) * size.x;
        for (int dx = -radius; dx <= radius; ++dx) {
          sum = fmaf(*filter++, line[nearest(at.x + dx, size.x)], sum);
        }
      }
    }
    output[at.y * size.x + at.x] = sum;
  }
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const auto blocks_for = [](int pixels, unsigned threads) {
    return (unsigned(pixels) - 1) / threads + 1;
  };
  const dim3 grid{blocks_for(width, block.x), blocks_for(height, block.y)};
  const auto kernel = border == kit::Border::zero ? convolve_pixel<kit::Border::zero>
                                                  : convolve_pixel<kit::Border::clamp>;
  kernel<<<grid, block, 0, stream>>>(d_output, d_input, make_int2(width, height), d_filter,
                                     filter_width);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
