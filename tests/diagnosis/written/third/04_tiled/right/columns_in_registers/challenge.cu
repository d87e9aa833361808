/// @file
/// Lab 04, challenge: 16 sums a thread in registers. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

/// A filter as a kernel's argument: arguments lie in constant memory and need no copy of their own.
template <int kFilterWidth>
struct Weights {
  float at[kFilterWidth * kFilterWidth];
};

constexpr int kBlockX = 32;  // threads of a block, each with a column of kRows outputs
constexpr int kBlockY = 4;
constexpr int kRows = 16;
constexpr int kWidest = 17;

/// Reads the image beyond its edges too.
struct Reader {
  const float* __restrict__ image;
  int width, height;
  bool clamp;

  __device__ float operator()(int x, int y) const {
    const int near_x = min(max(x, 0), width - 1);
    const int near_y = min(max(y, 0), height - 1);
    const bool seen = clamp || (near_x == x && near_y == y);
    return seen ? image[near_y * width + near_x] : 0.0f;
  }
};

/// One column of input after the other: kRows + kFilterWidth - 1 pixels come to registers and serve
/// kRows * kFilterWidth products.
template <int kFilterWidth>
__global__ void __launch_bounds__(kBlockX * kBlockY)
    convolve_strips(Reader pixel, float* __restrict__ output, Weights<kFilterWidth> weights) {
  constexpr int kRadius = kFilterWidth / 2;
  constexpr int kPixels = kRows + kFilterWidth - 1;
  const int x = blockIdx.x * kBlockX + threadIdx.x;
  const int top = (blockIdx.y * kBlockY + threadIdx.y) * kRows;
  if (x >= pixel.width || top >= pixel.height) return;

  float sums[kRows] = {};
  for (int i = 0; i < kFilterWidth; ++i) {
    float column[kPixels];
#pragma unroll
    for (int n = 0; n < kPixels; ++n) column[n] = pixel(x + i - kRadius, top + n - kRadius);
#pragma unroll
    for (int j = 0; j < kFilterWidth; ++j) {
      const float weight = weights.at[j * kFilterWidth + i];
#pragma unroll
      for (int k = 0; k < kRows; ++k) sums[k] = fmaf(weight, column[k + j], sums[k]);
    }
  }
#pragma unroll
  for (int k = 0; k < kRows; ++k) {
    if (top + k < pixel.height) output[(top + k) * pixel.width + x] = sums[k];
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
    const dim3 block(kBlockX, kBlockY);
    constexpr int kStrip = kBlockY * kRows;
    const dim3 grid((width + kBlockX - 1) / kBlockX, (height + kStrip - 1) / kStrip);
    const Reader reader{d_input, width, height, border == kit::Border::clamp};
    convolve_strips<kFilterWidth><<<grid, block, 0, stream>>>(reader, d_output, weights);
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
