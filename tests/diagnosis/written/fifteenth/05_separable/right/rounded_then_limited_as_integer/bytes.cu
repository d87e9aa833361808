/// @file
/// Lab 05, stage bytes: grey levels in and out, floats between, rounded once. Read README.md first.
#include <cstddef>
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

constexpr int kWhite = 255;  // the largest grey level

/// The weights of the call at hand, in their first `taps` places.
__constant__ float constant_row[kMaxTaps];
__constant__ float constant_column[kMaxTaps];

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

/// The grey level nearest to a value. The integer is limited before it becomes a byte; a value that
/// no int can hold becomes the largest or smallest int, which is limited too.
__device__ std::uint8_t to_grey(float value) {
  const int level = __float2int_rn(value);
  if (level <= 0) return 0;
  if (level >= kWhite) return kWhite;
  return static_cast<std::uint8_t>(level);
}

/// First pass, from grey levels to floats: what a sum has beyond the point is kept.
__global__ void filter_rows(const std::uint8_t* __restrict__ input, float* __restrict__ output,
                            int width, int height, int taps, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int radius = taps / 2;
  const std::uint8_t* const row = input + y * width;
  float sum = 0.0f;
  for (int d = -radius; d <= radius; ++d) {
    sum += constant_row[radius + d] * value_on_line(row, width, 1, x + d, border);
  }
  output[y * width + x] = sum;
}

/// Second pass, from floats to grey levels.
__global__ void filter_columns(const float* __restrict__ input, std::uint8_t* __restrict__ output,
                               int width, int height, int taps, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int radius = taps / 2;
  float sum = 0.0f;
  for (int d = -radius; d <= radius; ++d) {
    sum += constant_column[radius + d] * value_on_line(input + x, height, width, y + d, border);
  }
  output[y * width + x] = to_grey(sum);
}

}  // namespace

void separable_bytes(const std::uint8_t* d_input, std::uint8_t* d_output, float* d_workspace,
                     int width, int height, const float* row_weights, const float* column_weights,
                     int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const std::size_t bytes = sizeof(float) * taps;
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(constant_row, row_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(constant_column, column_weights, bytes, 0,
                                    cudaMemcpyHostToDevice, stream));
  filter_rows<<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
  filter_columns<<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
