/// @file
/// Lab 05, stage bytes: one kernel template whose last step is a function object; fewer threads than
/// pixels, each goes down the image in steps of the grid's height.
#include <cstddef>
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

enum class Direction { x, y };

__constant__ float constant_weights[2][kMaxTaps];

struct KeepAll {
  using Result = float;
  __device__ float operator()(float sum) const { return sum; }
};

struct NearestLevel {
  using Result = std::uint8_t;
  __device__ std::uint8_t operator()(float sum) const {
    const int level = __float2int_rn(sum);
    return level < 0 ? 0 : level > 255 ? 255 : level;
  }
};

template <Direction direction, typename Value, typename Finish>
__global__ void filter(const Value* __restrict__ input, typename Finish::Result* __restrict__ output,
                       int width, int height, int taps, bool zero_outside, Finish finish) {
  constexpr bool horizontal = direction == Direction::x;
  const float* const weights = constant_weights[static_cast<int>(direction)];
  const int length = horizontal ? width : height;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;

  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    const Value* const line = horizontal ? input + y * width : input + x;
    const int step = horizontal ? 1 : width;
    int position = (horizontal ? x : y) - taps / 2;
    float sum = 0.0f;
    for (int k = 0; k < taps; ++k, ++position) {
      const int nearest = position < 0 ? 0 : position < length ? position : length - 1;
      if (zero_outside && nearest != position) continue;
      sum += weights[k] * static_cast<float>(__ldg(line + nearest * step));
    }
    output[y * width + x] = finish(sum);
  }
}

}  // namespace

void separable_bytes(const std::uint8_t* d_input, std::uint8_t* d_output, float* d_workspace,
                     int width, int height, const float* row_weights, const float* column_weights,
                     int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t bytes = sizeof(float) * taps;
  KIT_CHECK(cudaMemcpyToSymbolAsync(constant_weights, row_weights, bytes, 0, cudaMemcpyHostToDevice,
                                    stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(constant_weights, column_weights, bytes,
                                    sizeof(constant_weights[0]), cudaMemcpyHostToDevice, stream));

  const bool zero_outside = border == kit::Border::zero;
  const unsigned rows_of_blocks = (height + block.y - 1) / block.y;
  const dim3 grid((width + block.x - 1) / block.x, (rows_of_blocks + 3) / 4);
  filter<Direction::x><<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps,
                                                   zero_outside, KeepAll{});
  KIT_CHECK(cudaGetLastError());
  filter<Direction::y><<<grid, block, 0, stream>>>(static_cast<const float*>(d_workspace), d_output,
                                                   width, height, taps, zero_outside,
                                                   NearestLevel{});
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
