/// @file
/// Lab 04, challenge: several outputs per thread, their sums in registers.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

/// A filter as a kernel's argument: arguments lie in constant memory and need no copy of their own.
template <int kFilterWidth>
struct Weights {
  float at[kFilterWidth * kFilterWidth];
};

constexpr int kThreadsX = 32;
constexpr int kThreadsY = 4;
constexpr int kOutputs = 8;  // output pixels of a thread, one below another

/// A thread computes kOutputs pixels of one column. Each element of the tile that it reads is added
/// to all of its sums that it belongs to.
template <int kFilterWidth>
__global__ void __launch_bounds__(kThreadsX* kThreadsY)
    convolve_column(const float* __restrict__ input, float* __restrict__ output, int width,
                    int height, Weights<kFilterWidth> weights, kit::Border border) {
  constexpr int kRadius = kFilterWidth / 2;
  constexpr int kPitch = kThreadsX + 2 * kRadius;
  constexpr int kTileRows = kThreadsY * kOutputs + 2 * kRadius;
  __shared__ float tile[kTileRows * kPitch];

  const int left = blockIdx.x * kThreadsX;
  const int top = blockIdx.y * kThreadsY * kOutputs;
  for (int n = threadIdx.y * kThreadsX + threadIdx.x; n < kPitch * kTileRows;
       n += kThreadsX * kThreadsY) {
    int x = left - kRadius + n % kPitch;
    int y = top - kRadius + n / kPitch;
    const bool outside = x < 0 || x >= width || y < 0 || y >= height;
    x = min(max(x, 0), width - 1);
    y = min(max(y, 0), height - 1);
    tile[n] = outside && border == kit::Border::zero ? 0.0f : input[y * width + x];
  }
  __syncthreads();

  const int x = left + threadIdx.x;
  if (x >= width) return;

  const int first_row = threadIdx.y * kOutputs;  // of the thread's outputs, within the block
  float sums[kOutputs] = {};
#pragma unroll
  for (int row = 0; row < kOutputs + kFilterWidth - 1; ++row) {
    const float* const line = tile + (first_row + row) * kPitch + threadIdx.x;
#pragma unroll
    for (int i = 0; i < kFilterWidth; ++i) {
      const float value = line[i];
#pragma unroll
      for (int k = 0; k < kOutputs; ++k) {
        const int j = row - k;  // the filter's row that meets this value in sum k
        if (j >= 0 && j < kFilterWidth) sums[k] += weights.at[j * kFilterWidth + i] * value;
      }
    }
  }
#pragma unroll
  for (int k = 0; k < kOutputs; ++k) {
    const int y = top + first_row + k;
    if (y < height) output[y * width + x] = sums[k];
  }
}

template <int kFilterWidth>
void launch_columns(const float* d_input, float* d_output, int width, int height,
                    const float* filter, kit::Border border, cudaStream_t stream) {
  Weights<kFilterWidth> weights;
  std::copy(filter, filter + kFilterWidth * kFilterWidth, weights.at);
  constexpr int kRows = kThreadsY * kOutputs;
  const dim3 block(kThreadsX, kThreadsY);
  const dim3 grid((width + kThreadsX - 1) / kThreadsX, (height + kRows - 1) / kRows);
  convolve_column<kFilterWidth>
      <<<grid, block, 0, stream>>>(d_input, d_output, width, height, weights, border);
  KIT_CHECK(cudaGetLastError());
}

/// Other widths: the kernel of stage tile, with a block whose tile fits for radii up to 31.
void fall_back(const float* d_input, float* d_output, int width, int height, const float* filter,
               int filter_width, kit::Border border, cudaStream_t stream) {
  convolve(d_input, d_output, width, height, filter, filter_width, border, dim3(32, 8), stream);
}

}  // namespace

void convolve_registers(const float* d_input, float* d_output, int width, int height,
                        const float* filter, int filter_width, kit::Border border,
                        cudaStream_t stream) {
  switch (filter_width) {
    case 3:
      return launch_columns<3>(d_input, d_output, width, height, filter, border, stream);
    case 5:
      return launch_columns<5>(d_input, d_output, width, height, filter, border, stream);
    case 7:
      return launch_columns<7>(d_input, d_output, width, height, filter, border, stream);
    case 9:
      return launch_columns<9>(d_input, d_output, width, height, filter, border, stream);
    case 11:
      return launch_columns<11>(d_input, d_output, width, height, filter, border, stream);
    case 13:
      return launch_columns<13>(d_input, d_output, width, height, filter, border, stream);
    case 15:
      return launch_columns<15>(d_input, d_output, width, height, filter, border, stream);
    case 17:
      return launch_columns<17>(d_input, d_output, width, height, filter, border, stream);
  }
  fall_back(d_input, d_output, width, height, filter, filter_width, border, stream);
}

}  // namespace lab04
