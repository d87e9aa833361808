/// @file
/// Lab 05, stage bytes: weights in pairs; a thread of the second pass has two pixels.
#include <cstdint>
#include <vector>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

constexpr int kPerThread = 2;

__constant__ float2 c_weights[kMaxTaps];  // x: for the row, y: for the column

template <typename T>
struct Pixels {
  const T* first;
  int length, step;
  bool clamped;

  __device__ float at(int i) const {
    if (clamped) return static_cast<float>(first[min(max(i, 0), length - 1) * step]);
    return i >= 0 && i < length ? static_cast<float>(first[i * step]) : 0.0f;
  }
};

__device__ std::uint8_t nearest_level(float value) {
  if (value <= 0.0f) return 0;
  if (value >= 255.0f) return 255;
  return static_cast<std::uint8_t>(rintf(value));  // halves to even
}

__global__ void first_pass(const std::uint8_t* __restrict__ input, float* __restrict__ between,
                           int width, int height, int taps, bool clamped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const Pixels<std::uint8_t> row{input + y * width, width, 1, clamped};
  float sum = 0.0f;
  for (int i = 0, at = x - taps / 2; i < taps; ++i, ++at) {
    sum = __fmaf_rn(c_weights[i].x, row.at(at), sum);
  }
  between[y * width + x] = sum;
}

__global__ void second_pass(const float* __restrict__ between, std::uint8_t* __restrict__ output,
                            int width, int height, int taps, bool clamped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int first_y = blockIdx.y * blockDim.y * kPerThread + threadIdx.y;
  if (x >= width) return;
  const Pixels<float> column{between + x, height, width, clamped};
#pragma unroll
  for (int n = 0; n < kPerThread; ++n) {
    const int y = first_y + n * static_cast<int>(blockDim.y);
    if (y >= height) return;
    float sum = 0.0f;
    for (int j = 0, at = y - taps / 2; j < taps; ++j, ++at) {
      sum = __fmaf_rn(c_weights[j].y, column.at(at), sum);
    }
    output[y * width + x] = nearest_level(sum);
  }
}

}  // namespace

void separable_bytes(const std::uint8_t* d_input, std::uint8_t* d_output, float* d_workspace,
                     int width, int height, const float* row_weights, const float* column_weights,
                     int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  std::vector<float2> pairs;
  pairs.reserve(taps);
  for (int i = 0; i < taps; ++i) pairs.push_back(make_float2(row_weights[i], column_weights[i]));
  KIT_CHECK(cudaMemcpyToSymbolAsync(c_weights, pairs.data(), pairs.size() * sizeof(float2), 0,
                                    cudaMemcpyHostToDevice, stream));

  const bool clamped = border == kit::Border::clamp;
  const auto divide_up = [](unsigned a, unsigned b) { return (a + b - 1) / b; };
  const unsigned across = divide_up(width, block.x);
  first_pass<<<dim3(across, divide_up(height, block.y)), block, 0, stream>>>(
      d_input, d_workspace, width, height, taps, clamped);
  KIT_CHECK(cudaGetLastError());
  second_pass<<<dim3(across, divide_up(height, block.y * kPerThread)), block, 0, stream>>>(
      d_workspace, d_output, width, height, taps, clamped);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
