// Lab 03, constant: border rules as types, one kernel compiled for each of them.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

#define CUDA_TRY(call)                                                     \
  do {                                                                     \
    const cudaError_t status_ = (call);                                    \
    if (status_ != cudaSuccess)                                            \
      throw kit::CudaError(status_, #call, __FILE__, __LINE__);            \
  } while (0)

namespace lab03 {
namespace {

struct FilterBank {
  float taps[kMaxFilterWidth * kMaxFilterWidth];
};
__constant__ FilterBank c_filter;

struct Extent {
  int width;
  int height;
  __device__ bool contains(int x, int y) const {
    return 0 <= x && x < width && 0 <= y && y < height;
  }
};

struct ZeroBorder {
  __device__ static float fetch(const float* __restrict__ image, Extent e, int x, int y) {
    return e.contains(x, y) ? image[y * e.width + x] : 0.0f;
  }
};

struct ClampBorder {
  __device__ static float fetch(const float* __restrict__ image, Extent e, int x, int y) {
    x = x < 0 ? 0 : (x >= e.width ? e.width - 1 : x);
    y = y < 0 ? 0 : (y >= e.height ? e.height - 1 : y);
    return image[y * e.width + x];
  }
};

template <class Rule>
__global__ void correlate(float* __restrict__ output, const float* __restrict__ input, Extent e,
                          int radius) {
  const int x = threadIdx.x + blockDim.x * blockIdx.x;
  const int y = threadIdx.y + blockDim.y * blockIdx.y;
  if (e.contains(x, y)) {
    float sum = 0.0f;
    int tap = 0;
    for (int dy = -radius; dy <= radius; ++dy)
      for (int dx = -radius; dx <= radius; ++dx)
        sum = fmaf(c_filter.taps[tap++], Rule::fetch(input, e, x + dx, y + dy), sum);
    output[y * e.width + x] = sum;
  }
}

constexpr unsigned div_up(unsigned a, unsigned b) { return (a + b - 1) / b; }

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  void* symbol = nullptr;
  CUDA_TRY(cudaGetSymbolAddress(&symbol, c_filter));
  const std::size_t bytes = std::size_t(filter_width) * filter_width * sizeof(float);
  CUDA_TRY(cudaMemcpyAsync(symbol, filter, bytes, cudaMemcpyHostToDevice, stream));

  const Extent extent{width, height};
  const dim3 grid{div_up(width, block.x), div_up(height, block.y)};
  const auto kernel =
      border == kit::Border::clamp ? &correlate<ClampBorder> : &correlate<ZeroBorder>;
  kernel<<<grid, block, 0, stream>>>(d_output, d_input, extent, filter_width / 2);
  CUDA_TRY(cudaGetLastError());
}

}  // namespace lab03
