/// @file
/// Lab 03, stage constant: lab 02's kernel, its filter in constant memory.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kMostWeights = kMaxFilterWidth * kMaxFilterWidth;

struct Filter {
  float weights[kMostWeights];
};

__constant__ Filter g_filter;

/// An image that knows what stands beyond its edge.
template <bool kClamp>
struct Bordered {
  const float* __restrict__ pixels;
  int width;
  int height;

  __device__ float operator()(int x, int y) const {
    if constexpr (kClamp) {
      const int column = x < 0 ? 0 : (x >= width ? width - 1 : x);
      const int row = y < 0 ? 0 : (y >= height ? height - 1 : y);
      return pixels[row * width + column];
    } else {
      const bool inside = x >= 0 && y >= 0 && x < width && y < height;
      return inside ? pixels[y * width + x] : 0.0f;
    }
  }
};

template <bool kClamp>
__global__ void correlate(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height, int radius) {
  const int x = threadIdx.x + blockIdx.x * blockDim.x;
  const int y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x < width && y < height) {
    const Bordered<kClamp> image{input, width, height};
    float sum = 0.0f;
    int tap = 0;  // the weights follow one another in the order of the two loops
    for (int dy = -radius; dy <= radius; ++dy) {
      for (int dx = -radius; dx <= radius; ++dx) {
        sum = fmaf(g_filter.weights[tap], image(x + dx, y + dy), sum);
        ++tap;
      }
    }
    output[y * width + x] = sum;
  }
}

unsigned blocks_for(int pixels, unsigned threads) {
  return (static_cast<unsigned>(pixels) - 1) / threads + 1;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  std::size_t bytes = filter_width * filter_width;
  bytes *= sizeof *filter;
  KIT_CHECK(cudaMemcpyToSymbolAsync(g_filter, filter, bytes, offsetof(Filter, weights),
                                    cudaMemcpyHostToDevice, stream));

  int radius = (filter_width - 1) / 2;
  void* arguments[] = {&d_input, &d_output, &width, &height, &radius};
  auto* const kernel = border == kit::Border::clamp ? &correlate<true> : &correlate<false>;
  const dim3 grid(blocks_for(width, block.x), blocks_for(height, block.y));
  KIT_CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments, 0,
                             stream));
}

}  // namespace lab03
