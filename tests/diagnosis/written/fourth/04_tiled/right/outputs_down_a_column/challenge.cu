/// @file
/// Lab 04, challenge: a thread computes kOutputs pixels below one another. It reads a column of its
/// window at a time, each pixel once, and adds it to all sums that it belongs to.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

template <int kFilterWidth>
struct Weights {
  float at[kFilterWidth][kFilterWidth];
};

constexpr int kOutputs = 8;
const dim3 kBlock(32, 4);

template <int kFilterWidth>
__global__ void __launch_bounds__(128)
    convolve_columns(const float* __restrict__ input, float* __restrict__ output, int width,
                     int height, Weights<kFilterWidth> weights, kit::Border border) {
  constexpr int kRadius = kFilterWidth / 2;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = (blockIdx.y * blockDim.y + threadIdx.y) * kOutputs;
  if (x >= width || y >= height) return;

  float sums[kOutputs] = {};
#pragma unroll
  for (int i = 0; i < kFilterWidth; ++i) {
    const int column = x + i - kRadius;
    const int near_column = min(max(column, 0), width - 1);
#pragma unroll
    for (int m = 0; m < kOutputs + kFilterWidth - 1; ++m) {
      const int row = y + m - kRadius;
      const int near_row = min(max(row, 0), height - 1);
      const bool moved = column != near_column || row != near_row;
      const float pixel = border == kit::Border::zero && moved ? 0.0f : input[near_row * width + near_column];
#pragma unroll
      for (int k = 0; k < kOutputs; ++k) {
        if (m - k >= 0 && m - k < kFilterWidth) sums[k] += weights.at[m - k][i] * pixel;
      }
    }
  }
#pragma unroll
  for (int k = 0; k < kOutputs; ++k) {
    if (y + k < height) output[(y + k) * width + x] = sums[k];
  }
}

template <int kFilterWidth>
void launch_columns(const float* d_input, float* d_output, int width, int height,
                    const float* filter, kit::Border border, cudaStream_t stream) {
  Weights<kFilterWidth> weights;
  for (int j = 0; j < kFilterWidth; ++j)
    for (int i = 0; i < kFilterWidth; ++i) weights.at[j][i] = filter[j * kFilterWidth + i];
  const unsigned rows = kBlock.y * kOutputs;
  const dim3 grid((width + kBlock.x - 1) / kBlock.x, (height + rows - 1) / rows);
  convolve_columns<kFilterWidth>
      <<<grid, kBlock, 0, stream>>>(d_input, d_output, width, height, weights, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void convolve_registers(const float* d_input, float* d_output, int width, int height,
                        const float* filter, int filter_width, kit::Border border,
                        cudaStream_t stream) {
  using Launcher = void (*)(const float*, float*, int, int, const float*, kit::Border, cudaStream_t);
  constexpr Launcher kLaunchers[] = {
      nullptr,            launch_columns<3>,  launch_columns<5>,  launch_columns<7>, launch_columns<9>,
      launch_columns<11>, launch_columns<13>, launch_columns<15>, launch_columns<17>};
  if (filter_width > 1 && filter_width <= 17) {
    kLaunchers[filter_width / 2](d_input, d_output, width, height, filter, border, stream);
  } else {  // any radius up to 31: the tile of 16 x 16 threads has at most 78 x 78 floats
    convolve(d_input, d_output, width, height, filter, filter_width, border, dim3(16, 16), stream);
  }
}

}  // namespace lab04
