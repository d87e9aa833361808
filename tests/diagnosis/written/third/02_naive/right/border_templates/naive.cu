// Lab 02: convolution. The border is a template parameter, the reader a lambda, and with a border of
// zeros the loops are cut to the taps that meet the image.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

struct Span {
  int begin, end;
};

template <kit::Border kBorder>
__device__ Span taps_along(int centre, int length, int radius) {
  if constexpr (kBorder == kit::Border::zero) {
    return {max(-radius, -centre), min(radius, length - 1 - centre) + 1};
  } else {
    return {-radius, radius + 1};
  }
}

template <kit::Border kBorder>
__global__ void correlate(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height, const float* __restrict__ filter, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const auto nearest = [](int place, int length) {
      if constexpr (kBorder == kit::Border::clamp) return min(max(place, 0), length - 1);
      return place;
    };
    const Span rows = taps_along<kBorder>(y, height, radius);
    const Span columns = taps_along<kBorder>(x, width, radius);
    const float* const centre_tap = filter + radius * (2 * radius + 1) + radius;
    float sum = 0.0f;
    for (int dx = columns.begin; dx != columns.end; ++dx) {
      const float* const column = input + nearest(x + dx, width);
      for (int dy = rows.begin; dy != rows.end; ++dy) {
        sum = fmaf(centre_tap[dy * (2 * radius + 1) + dx], column[nearest(y + dy, height) * width],
                   sum);
      }
    }
    output[y * width + x] = sum;
  }
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  auto* const kernel =
      border == kit::Border::zero ? correlate<kit::Border::zero> : correlate<kit::Border::clamp>;
  const auto covering = [](unsigned length, unsigned piece) { return (length - 1) / piece + 1; };
  const dim3 grid(covering(width, block.x), covering(height, block.y));
  kernel<<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter, filter_width / 2);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
