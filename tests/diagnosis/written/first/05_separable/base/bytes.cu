// Lab 05: separable filter for 8-bit images.
#include <cstddef>
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

constexpr float kWhite = 255.0f;

__constant__ float constant_row[kMaxTaps];
__constant__ float constant_column[kMaxTaps];

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

// Limits, then rounds to nearest even.
__device__ std::uint8_t to_grey(float value) {
  const float limited = fminf(fmaxf(value, 0.0f), kWhite);
  return static_cast<std::uint8_t>(__float2int_rn(limited));
}

// Horizontal pass, bytes to floats.
__global__ void filter_rows(const std::uint8_t* __restrict__ input, float* __restrict__ output,
                            int width, int height, int taps, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int radius = taps / 2;
  const std::uint8_t* row = input + y * width;
  float acc = 0.0f;
  for (int i = 0; i < taps; ++i) {
    acc += constant_row[i] * value_on_line(row, width, 1, x - radius + i, border);
  }
  output[y * width + x] = acc;
}

// Vertical pass, floats to bytes.
__global__ void filter_columns(const float* __restrict__ input, std::uint8_t* __restrict__ output,
                               int width, int height, int taps, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int radius = taps / 2;
  float acc = 0.0f;
  for (int j = 0; j < taps; ++j) {
    acc += constant_column[j] * value_on_line(input + x, height, width, y - radius + j, border);
  }
  output[y * width + x] = to_grey(acc);
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
