/// @file
/// Lab 10, stage strip: the tile stands turned in shared memory, and the threads of a block are
/// counted in one dimension. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

constexpr int kSide = 32;
constexpr int kThreads = 256;
constexpr int kMostRows = kSide + 2 * kMaxRadius;
// Odd, so that the threads of a warp, which differ in the column, use different banks.
constexpr int kStride = kMostRows % 2 == 0 ? kMostRows + 1 : kMostRows;

__global__ void filter_turned(const float* ring, int ring_rows, float* output, int width,
                              int height, int first, int rows, const float* weights, int radius) {
  __shared__ float turned[kSide * kStride];  // pixel (column, row) at column * kStride + row
  const int left = static_cast<int>(blockIdx.x) * kSide;
  const int top = static_cast<int>(blockIdx.y) * kSide;  // in the strip
  const int columns = width - left < kSide ? width - left : kSide;
  const int wanted = rows - top < kSide ? rows - top : kSide;
  const int needed = wanted + 2 * radius;

  for (int k = threadIdx.x; k < needed * kSide; k += kThreads) {
    const int column = k % kSide;
    if (column >= columns) continue;
    int y = first + top + k / kSide - radius;  // in the image
    if (y < 0) y = 0;
    if (y > height - 1) y = height - 1;
    const float* line = ring + static_cast<std::size_t>(y % ring_rows) * width;
    float sum = 0;
    for (int d = -radius; d <= radius; ++d) {
      int x = left + column + d;
      x = x < 0 ? 0 : x >= width ? width - 1 : x;
      sum = fmaf(weights[radius + d], line[x], sum);
    }
    turned[column * kStride + k / kSide] = sum;
  }
  __syncthreads();

  for (int k = threadIdx.x; k < wanted * kSide; k += kThreads) {
    const int column = k % kSide, row = k / kSide;
    if (column >= columns) continue;
    const float* above = turned + column * kStride + row;
    float sum = 0;
    for (int d = 2 * radius; d >= 0; --d) sum = fmaf(weights[d], above[d], sum);
    output[static_cast<std::size_t>(top + row) * width + left + column] = sum;
  }
}

}  // namespace

void filter_strip(const float* d_ring, int ring_rows, float* d_output, int width, int height,
                  int first, int rows, const float* d_weights, int radius, cudaStream_t stream) {
  const dim3 grid((width - 1) / kSide + 1, (rows - 1) / kSide + 1);
  filter_turned<<<grid, kThreads, 0, stream>>>(d_ring, ring_rows, d_output, width, height, first,
                                               rows, d_weights, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab10
