/// @file
/// Lab 04, challenge: a warp walks down a strip, its sums in registers. Read README.md first.
/// Every input row is fetched once per strip and added at once to all output rows that it belongs
/// to.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

/// A filter as a kernel's argument: arguments lie in constant memory and need no copy of their own.
template <int kFilterWidth>
struct Weights {
  float at[kFilterWidth * kFilterWidth];
};

constexpr int kColumns = 64;   // threads of a block, one for each column of pixels
constexpr int kStripRows = 64;  // rows of output of a strip
constexpr int kWidest = 17;

/// A thread walks down a column. sums[k] belongs to output row (input row) - kRadius + k.
template <int kFilterWidth>
__global__ void __launch_bounds__(kColumns)
    convolve_strips(const float* __restrict__ input, float* __restrict__ output, int width,
                    int height, Weights<kFilterWidth> weights, kit::Border border) {
  constexpr int kRadius = kFilterWidth / 2;
  const int x = blockIdx.x * kColumns + threadIdx.x;
  if (x >= width) return;
  const int begin = blockIdx.y * kStripRows;
  const int end = min(begin + kStripRows, height);

  float sums[kFilterWidth] = {};
  for (int row = begin - kRadius; row < end + kRadius; ++row) {
    const bool row_inside = border == kit::Border::clamp || (row >= 0 && row < height);
    const float* const pixels = input + min(max(row, 0), height - 1) * width;
#pragma unroll
    for (int i = 0; i < kFilterWidth; ++i) {
      const int column = x + i - kRadius;
      const bool inside = row_inside && (border == kit::Border::clamp || (column >= 0 && column < width));
      const float pixel = inside ? pixels[min(max(column, 0), width - 1)] : 0.0f;
#pragma unroll
      for (int k = 0; k < kFilterWidth; ++k) {
        sums[k] += weights.at[(kFilterWidth - 1 - k) * kFilterWidth + i] * pixel;
      }
    }
    const int done = row - kRadius;
    if (done >= begin) output[done * width + x] = sums[0];
#pragma unroll
    for (int k = 0; k + 1 < kFilterWidth; ++k) sums[k] = sums[k + 1];
    sums[kFilterWidth - 1] = 0.0f;
  }
}

/// Launches the kernel for this width, or looks for it among the wider ones.
template <int kFilterWidth>
void launch_strips(const float* d_input, float* d_output, int width, int height,
                   const float* filter, int filter_width, kit::Border border,
                   cudaStream_t stream) {
  if constexpr (kFilterWidth <= kWidest) {
    if (filter_width != kFilterWidth) {
      launch_strips<kFilterWidth + 2>(d_input, d_output, width, height, filter, filter_width,
                                      border, stream);
      return;
    }
    Weights<kFilterWidth> weights;
    for (int n = 0; n < kFilterWidth * kFilterWidth; ++n) weights.at[n] = filter[n];
    const dim3 grid((width + kColumns - 1) / kColumns, (height + kStripRows - 1) / kStripRows);
    convolve_strips<kFilterWidth>
        <<<grid, kColumns, 0, stream>>>(d_input, d_output, width, height, weights, border);
    KIT_CHECK(cudaGetLastError());
  }
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
  if (filter_width >= 3 && filter_width <= kWidest) {
    launch_strips<3>(d_input, d_output, width, height, filter, filter_width, border, stream);
  } else {
    fall_back(d_input, d_output, width, height, filter, filter_width, border, stream);
  }
}

}  // namespace lab04
