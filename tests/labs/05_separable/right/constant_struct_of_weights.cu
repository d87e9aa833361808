// Right: both vectors are members of one __constant__ struct, copied with offsets; one kernel
// template sums the taps backwards.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

/// Both vectors in one object, one copy each to its part of it.
struct Filter {
  float along_x[kMaxTaps];
  float along_y[kMaxTaps];
};
__constant__ Filter c_filter;

enum class Axis { x, y };

__device__ float value_on_line(const float* __restrict__ line, int length, int step, int position,
                               kit::Border border) {
  if (border == kit::Border::clamp) {
    position = min(max(position, 0), length - 1);
  } else if (position < 0 || position >= length) {
    return 0.0f;
  }
  return line[position * step];
}

template <Axis kAxis>
__global__ void pass(const float* __restrict__ src, float* __restrict__ dst, int width, int height,
                     int taps, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const auto value = [&](int offset) {
    if constexpr (kAxis == Axis::x) {
      return value_on_line(src + y * width, width, 1, x + offset, border);
    } else {
      return value_on_line(src + x, height, width, y + offset, border);
    }
  };
  const float* const weights = kAxis == Axis::x ? c_filter.along_x : c_filter.along_y;
  const int radius = taps / 2;
  float result = 0.0f;
  for (int i = taps - 1; i >= 0; --i) result = fmaf(weights[i], value(i - radius), result);
  dst[y * width + x] = result;
}

}  // namespace

void separable_constant(const float* d_input, float* d_output, float* d_workspace, int width,
                        int height, const float* row_weights, const float* column_weights, int taps,
                        kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t size = taps * sizeof(float);
  KIT_CHECK(cudaMemcpyToSymbolAsync(c_filter, row_weights, size, offsetof(Filter, along_x),
                                    cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(c_filter, column_weights, size, offsetof(Filter, along_y),
                                    cudaMemcpyHostToDevice, stream));

  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  pass<Axis::x><<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
  pass<Axis::y><<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
