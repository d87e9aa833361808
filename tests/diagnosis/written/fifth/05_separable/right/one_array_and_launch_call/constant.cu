/// @file
/// Lab 05, stage constant: one array for both vectors, launches through cudaLaunchKernel().
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

enum Direction { kAlongX = 0, kAlongY = 1 };

/// Weights of either direction, in their first `taps` places.
__constant__ float weights_of[2][kMaxTaps];

template <Direction direction>
__global__ void correlate(const float* input, float* output, int width, int height, int taps,
                          kit::Border border) {
  const int x = threadIdx.x + blockDim.x * blockIdx.x;
  const int y = threadIdx.y + blockDim.y * blockIdx.y;
  const bool outside = !(x < width && y < height);
  if (outside) return;

  const int radius = (taps - 1) / 2;
  float sum = 0.0f;
  for (int away = -radius; away <= radius; ++away) {
    int from_x = x, from_y = y;
    (direction == kAlongX ? from_x : from_y) += away;
    if (border == kit::Border::clamp) {
      from_x = max(0, min(from_x, width - 1));
      from_y = max(0, min(from_y, height - 1));
    } else if (from_x < 0 || from_y < 0 || from_x >= width || from_y >= height) {
      continue;
    }
    sum += weights_of[direction][radius + away] * input[from_y * width + from_x];
  }
  output[y * width + x] = sum;
}

}  // namespace

void separable_constant(const float* d_input, float* d_output, float* d_workspace, int width,
                        int height, const float* row_weights, const float* column_weights, int taps,
                        kit::Border border, dim3 block, cudaStream_t stream) {
  const float* const sources[] = {row_weights, column_weights};
  for (int direction = 0; direction < 2; ++direction) {
    KIT_CHECK(cudaMemcpyToSymbolAsync(weights_of, sources[direction], taps * sizeof(float),
                                      direction * kMaxTaps * sizeof(float), cudaMemcpyHostToDevice,
                                      stream));
  }

  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const float* between = d_workspace;
  void* first[] = {&d_input, &d_workspace, &width, &height, &taps, &border};
  void* second[] = {&between, &d_output, &width, &height, &taps, &border};
  KIT_CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(&correlate<kAlongX>), grid, block, first,
                             0, stream));
  KIT_CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(&correlate<kAlongY>), grid, block,
                             second, 0, stream));
}

}  // namespace lab05
