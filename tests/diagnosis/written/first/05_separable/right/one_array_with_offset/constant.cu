// Lab 05, constant: one array holds both vectors, the column's behind the row's.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

__constant__ float both[2 * kMaxTaps];

// kStart: where the pass's weights begin in `both`. The sum runs backwards, two taps at a time.
template <int kStart>
__global__ void sum_line(const float* __restrict__ from, float* __restrict__ to, int width,
                         int height, int taps, kit::Border border) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (!(x < unsigned(width) && y < unsigned(height))) return;
  constexpr bool kAlongX = kStart == 0;
  const int length = kAlongX ? width : height;
  const int step = kAlongX ? 1 : width;
  const int here = kAlongX ? x : y;
  const float* const line = kAlongX ? from + std::size_t(y) * width : from + x;
  const auto value = [&](int place) {
    // As unsigned numbers, places before the line are large, too.
    if (unsigned(place) < unsigned(length)) return line[place * step];
    if (border == kit::Border::zero) return 0.0f;
    return line[place < 0 ? 0 : (length - 1) * step];
  };
  float even = 0, odd = 0;
  int k = taps - 1;
  for (; k >= 1; k -= 2) {
    even += value(here + k - taps / 2) * both[kStart + k];
    odd += value(here + k - 1 - taps / 2) * both[kStart + k - 1];
  }
  to[y * unsigned(width) + x] = even + value(here - taps / 2) * both[kStart] + odd;
}

}  // namespace

void separable_constant(const float* d_input, float* d_output, float* d_workspace, int width,
                        int height, const float* row_weights, const float* column_weights, int taps,
                        kit::Border border, dim3 block, cudaStream_t stream) {
  int start = 0;
  for (const float* weights : {row_weights, column_weights}) {
    KIT_CHECK(cudaMemcpyToSymbolAsync(both, weights, taps * sizeof *weights,
                                      start * sizeof *weights, cudaMemcpyHostToDevice, stream));
    start += kMaxTaps;
  }
  dim3 grid;
  grid.x = (width - 1) / block.x + 1;
  grid.y = (height - 1) / block.y + 1;
  sum_line<0><<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
  sum_line<kMaxTaps>
      <<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
