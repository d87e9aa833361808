/// @file
/// Lab 03, stage constant: a struct in constant memory, walked through by a pointer.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

struct Filter {
  float weight[kMaxFilterWidth * kMaxFilterWidth];
};

__constant__ Filter c_filter;

/// An image that answers for any place, also for those beyond its edge.
template <kit::Border kBorder>
class Picture {
 public:
  __device__ Picture(const float* data, int width, int height)
      : data_(data), width_(width), height_(height) {}

  __device__ float operator()(int x, int y) const {
    if constexpr (kBorder == kit::Border::clamp) {
      return data_[min(max(y, 0), height_ - 1) * width_ + min(max(x, 0), width_ - 1)];
    } else {
      return inside(x, y) ? data_[y * width_ + x] : 0.0f;
    }
  }

  /// A negative number becomes a huge one without its sign.
  __device__ bool inside(int x, int y) const {
    return unsigned(x) < unsigned(width_) && unsigned(y) < unsigned(height_);
  }

 private:
  const float* data_;
  int width_, height_;
};

template <kit::Border kBorder>
__global__ void correlate(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height, int radius) {
  const Picture<kBorder> picture(input, width, height);
  const int x = threadIdx.x + blockDim.x * blockIdx.x;
  const int y = threadIdx.y + blockDim.y * blockIdx.y;
  if (!picture.inside(x, y)) return;

  const float* weight = c_filter.weight;
  float sum = 0.0f;
  for (int v = y - radius; v <= y + radius; ++v)
    for (int u = x - radius; u <= x + radius; ++u) sum = fmaf(*weight++, picture(u, v), sum);
  output[y * width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t bytes = sizeof(float) * filter_width * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(c_filter, filter, bytes, offsetof(Filter, weight),
                                    cudaMemcpyHostToDevice, stream));
  const auto cover = [](int pixels, unsigned threads) { return (pixels - 1) / threads + 1; };
  const auto kernel = border == kit::Border::clamp ? correlate<kit::Border::clamp>
                                                   : correlate<kit::Border::zero>;
  kernel<<<dim3(cover(width, block.x), cover(height, block.y)), block, 0, stream>>>(
      d_input, d_output, width, height, filter_width / 2);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
