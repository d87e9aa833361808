/// @file
/// Lab 05, stage bytes: grey levels in and out, floats between, rounded once. Read README.md first.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

constexpr int kWhite = 255;  // the largest grey level

/// The weights of the call at hand, in their first `taps` places.
struct Weights {
  float row[kMaxTaps], column[kMaxTaps];
};
__constant__ Weights constant_weights;

/// Value number `position` of `length` values, `step` apart; beyond the ends, what the border says.
template <typename T>
__device__ float value_on_line(const T* __restrict__ line, int length, int step, int position,
                               kit::Border border) {
  if (border == kit::Border::clamp) {
    position = min(max(position, 0), length - 1);
  } else if (position < 0 || position >= length) {
    return 0.0f;
  }
  return line[position * step];
}

/// A value of the first pass stays what it is; one of the second becomes the nearest grey level. The
/// order of rounding and limiting does not matter, as long as the limits are integers and the result
/// is made a byte last.
__device__ void put(float* to, float value) { *to = value; }
__device__ void put(std::uint8_t* to, float value) {
  const int level = __float2int_rn(value);
  *to = static_cast<std::uint8_t>(min(max(level, 0), kWhite));
}

/// Either pass: along the row of a pixel, from grey levels to floats, or down its column, from floats
/// to grey levels.
template <bool kAlongRow, typename In, typename Out>
__global__ void filter_lines(const In* __restrict__ input, Out* __restrict__ output, int width,
                             int height, int taps, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const In* const line = kAlongRow ? input + y * width : input + x;
  const int length = kAlongRow ? width : height;
  const int step = kAlongRow ? 1 : width;
  const int first = (kAlongRow ? x : y) - taps / 2;
  float sum = 0.0f;
  for (int i = 0; i < taps; ++i) {
    const float weight = kAlongRow ? constant_weights.row[i] : constant_weights.column[i];
    sum += weight * value_on_line(line, length, step, first + i, border);
  }
  put(output + y * width + x, sum);
}

}  // namespace

void separable_bytes(const std::uint8_t* d_input, std::uint8_t* d_output, float* d_workspace,
                     int width, int height, const float* row_weights, const float* column_weights,
                     int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  Weights weights = {};
  std::copy_n(row_weights, taps, weights.row);
  std::copy_n(column_weights, taps, weights.column);
  // Pageable memory: the runtime has taken its own copy when the call returns.
  KIT_CHECK(cudaMemcpyToSymbolAsync(constant_weights, &weights, sizeof(weights), 0,
                                    cudaMemcpyHostToDevice, stream));
  filter_lines<true><<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
  const float* const between = d_workspace;
  filter_lines<false><<<grid, block, 0, stream>>>(between, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
