/// @file
/// Lab 03, stage constant: the border is a type, so that each kernel has only the test it needs.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

/// All weights of the launch at hand, rows without gaps.
struct FilterStore {
  float weight[kMaxFilterWidth * kMaxFilterWidth];
};
__constant__ FilterStore current_filter;

/// An image with zeros around it.
struct ZeroBordered {
  const float* pixels;
  int width, height;
  __device__ float operator()(int x, int y) const {
    const bool in_x = static_cast<unsigned>(x) < static_cast<unsigned>(width);
    const bool in_y = static_cast<unsigned>(y) < static_cast<unsigned>(height);
    return in_x && in_y ? pixels[y * width + x] : 0.0f;
  }
};

/// An image whose outermost pixels go on for ever.
struct ClampBordered {
  const float* pixels;
  int width, height;
  __device__ float operator()(int x, int y) const {
    const int near_x = x < 0 ? 0 : (x < width ? x : width - 1);
    const int near_y = y < 0 ? 0 : (y < height ? y : height - 1);
    return pixels[near_y * width + near_x];
  }
};

/// One thread for each pixel of the output. The taps are counted by one running number.
template <typename Source>
__global__ void correlate(Source source, float* output, int filter_width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < source.width && y < source.height) {
    const int reach = filter_width / 2;
    float sum = 0.0f;
    int tap = 0;
    for (int dy = -reach; dy <= reach; ++dy)
      for (int dx = -reach; dx <= reach; ++dx)
        sum = fmaf(current_filter.weight[tap++], source(x + dx, y + dy), sum);
    output[y * source.width + x] = sum;
  }
}

template <typename Source>
void launch_with(const Source& source, float* d_output, int filter_width, dim3 block,
                 cudaStream_t stream) {
  const auto blocks_for = [](int pixels, unsigned threads) { return (pixels + threads - 1) / threads; };
  const dim3 grid(blocks_for(source.width, block.x), blocks_for(source.height, block.y), 1);
  correlate<Source><<<grid, block, 0, stream>>>(source, d_output, filter_width);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t bytes = sizeof *filter * filter_width * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(current_filter, filter, bytes, 0, cudaMemcpyHostToDevice,
                                    stream));
  if (border == kit::Border::zero)
    launch_with(ZeroBordered{d_input, width, height}, d_output, filter_width, block, stream);
  else
    launch_with(ClampBordered{d_input, width, height}, d_output, filter_width, block, stream);
}

}  // namespace lab03
