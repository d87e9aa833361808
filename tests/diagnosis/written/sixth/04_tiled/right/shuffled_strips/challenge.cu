/// @file
/// Lab 04, challenge: a warp walks down a strip of 32 columns, its sums in registers. Every input
/// row is read once by the lanes and handed on by shuffles; there is no shared memory.
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

constexpr int kLanes = 32;
constexpr int kWarps = 4;    // of a block, one below another
constexpr int kOutputs = 8;  // rows of a warp's strip, one sum of each lane
constexpr unsigned kAllLanes = 0xffffffffu;

/// An input image that may be read anywhere.
struct Source {
  const float* pixels;
  int width, height;
  bool clamp;

  __device__ float operator()(int x, int y) const {
    const int near_x = min(max(x, 0), width - 1);
    const int near_y = min(max(y, 0), height - 1);
    const bool inside = near_x == x && near_y == y;
    return inside || clamp ? pixels[near_y * width + near_x] : 0.0f;
  }
};

/// A lane computes kOutputs pixels of one column. The warp holds a row of 32 + 2 * radius values:
/// lane n has values n and, if there is one, n + 32.
template <int kFilterWidth>
__global__ void __launch_bounds__(kLanes* kWarps)
    convolve_strip(Source source, float* __restrict__ output, Weights<kFilterWidth> weights) {
  constexpr int kRadius = kFilterWidth / 2;
  const int lane = threadIdx.x;
  const int left = blockIdx.x * kLanes;
  const int top = (blockIdx.y * kWarps + threadIdx.y) * kOutputs;
  if (top >= source.height) return;  // the whole warp: its lanes have one threadIdx.y

  float sums[kOutputs] = {};
#pragma unroll
  for (int row = 0; row < kOutputs + kFilterWidth - 1; ++row) {
    const int y = top - kRadius + row;
    const float first = source(left - kRadius + lane, y);
    const float second = lane < 2 * kRadius ? source(left - kRadius + kLanes + lane, y) : 0.0f;
#pragma unroll
    for (int i = 0; i < kFilterWidth; ++i) {
      // Lane n wants value n + i, of lane (n + i) % 32: a lane below i is asked by one that wants
      // its second value, any other lane by one that wants its first.
      const float value = __shfl_sync(kAllLanes, lane < i ? second : first, (lane + i) % kLanes);
#pragma unroll
      for (int k = 0; k < kOutputs; ++k) {
        const int j = row - k;  // the filter's row that meets this value in sum k
        if (j >= 0 && j < kFilterWidth) sums[k] = fmaf(weights.at[j * kFilterWidth + i], value, sums[k]);
      }
    }
  }

  const int x = left + lane;
  if (x >= source.width) return;
#pragma unroll
  for (int k = 0; k < kOutputs; ++k)
    if (top + k < source.height) output[(top + k) * source.width + x] = sums[k];
}

template <int kFilterWidth>
void launch_strips(const Source& source, float* d_output, const float* filter,
                   cudaStream_t stream) {
  Weights<kFilterWidth> weights;
  std::copy_n(filter, kFilterWidth * kFilterWidth, weights.at);
  constexpr int kRows = kWarps * kOutputs;
  const dim3 grid((source.width + kLanes - 1) / kLanes, (source.height + kRows - 1) / kRows);
  convolve_strip<kFilterWidth>
      <<<grid, dim3(kLanes, kWarps), 0, stream>>>(source, d_output, weights);
  KIT_CHECK(cudaGetLastError());
}

/// Launches the kernel for filter_width if it is kFilterWidth or one of the widths above it up to
/// 17; says whether it did.
template <int kFilterWidth = 3>
bool launched(const Source& source, float* d_output, const float* filter, int filter_width,
              cudaStream_t stream) {
  if (filter_width == kFilterWidth) {
    launch_strips<kFilterWidth>(source, d_output, filter, stream);
    return true;
  }
  if constexpr (kFilterWidth < 17)
    return launched<kFilterWidth + 2>(source, d_output, filter, filter_width, stream);
  else
    return false;
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
  const Source source{d_input, width, height, border == kit::Border::clamp};
  if (!launched(source, d_output, filter, filter_width, stream))
    fall_back(d_input, d_output, width, height, filter, filter_width, border, stream);
}

}  // namespace lab04
