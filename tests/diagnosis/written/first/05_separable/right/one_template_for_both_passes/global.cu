// Lab 05, global: one kernel template for both directions; where a line lies is a functor's affair.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

struct Line {
  std::ptrdiff_t origin, step;
  int length, place;
};

struct AlongX {
  __device__ Line operator()(int x, int y, int width, int) const {
    return {std::ptrdiff_t(y) * width, 1, width, x};
  }
};

struct AlongY {
  __device__ Line operator()(int x, int y, int width, int height) const {
    return {x, width, height, y};
  }
};

template <typename Direction>
__global__ void pass(const float* __restrict__ from, float* __restrict__ to, int2 size,
                     const float* __restrict__ weights, int taps, bool clamped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < size.x && y < size.y) {
    const auto [origin, step, length, place] = Direction{}(x, y, size.x, size.y);
    const int begin = place - taps / 2;
    // Indices of the weights that meet pixels.
    const int low = max(0, -begin), high = min(taps, length - begin);
    float inside = 0, before = 0, behind = 0;
    const float* pixel = from + origin + (begin + low) * step;
    int k = 0;
    while (k < low) before += weights[k++];
    for (; k < high; ++k, pixel += step) inside = fmaf(weights[k], *pixel, inside);
    while (k < taps) behind += weights[k++];
    if (clamped) {
      inside += before * from[origin] + behind * from[origin + (length - 1) * step];
    }
    to[y * size.x + x] = inside;
  }
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const auto blocks = [](int length, unsigned threads) { return (length - 1) / threads + 1; };
  const dim3 grid(blocks(width, block.x), blocks(height, block.y));
  const auto run = [&](auto kernel, const float* from, float* to, const float* weights) {
    kernel<<<grid, block, 0, stream>>>(from, to, int2{width, height}, weights, taps,
                                       border == kit::Border::clamp);
    KIT_CHECK(cudaGetLastError());
  };
  run(pass<AlongX>, d_input, d_workspace, d_row_weights);
  run(pass<AlongY>, d_workspace, d_output, d_column_weights);
}

}  // namespace lab05
