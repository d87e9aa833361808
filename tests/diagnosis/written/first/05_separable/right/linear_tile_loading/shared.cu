// Lab 05, shared: one kernel loads any tile, as a list of places that all threads share out.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

__constant__ float weights_of[2][kMaxTaps];  // [0]: along x, [1]: along y

// kAxis 0: the halo is left and right, 1: above and below.
template <int kAxis>
__global__ void through_tile(const float* __restrict__ from, float* __restrict__ to, int width,
                             int height, int taps, bool clamped) {
  extern __shared__ float tile[];
  const int radius = taps / 2;
  const int halo_x = kAxis == 0 ? radius : 0, halo_y = kAxis == 1 ? radius : 0;
  const int corner_x = int(blockIdx.x * blockDim.x) - halo_x;
  const int corner_y = int(blockIdx.y * blockDim.y) - halo_y;
  const int columns = blockDim.x + 2 * halo_x, rows = blockDim.y + 2 * halo_y;

  const int threads = blockDim.x * blockDim.y;
  for (int n = threadIdx.y * blockDim.x + threadIdx.x; n < columns * rows; n += threads) {
    const int x = corner_x + n % columns, y = corner_y + n / columns;
    const int near_x = max(0, min(x, width - 1)), near_y = max(0, min(y, height - 1));
    const bool inside = x == near_x && y == near_y;
    tile[n] = inside || clamped ? from[near_y * width + near_x] : 0.0f;
  }
  __syncthreads();

  const int x = corner_x + halo_x + int(threadIdx.x), y = corner_y + halo_y + int(threadIdx.y);
  if (x >= width || y >= height) return;
  const int step = kAxis == 0 ? 1 : columns;
  const float* value = tile + threadIdx.y * columns + threadIdx.x;
  const float* const end = value + taps * step;
  const float* weight = weights_of[kAxis];
  float sum = 0;
  do {
    sum += *weight++ * *value;
    value += step;
  } while (value != end);
  to[y * width + x] = sum;
}

}  // namespace

void separable_shared(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* row_weights, const float* column_weights, int taps,
                      kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t bytes = taps * sizeof(float), pitch = kMaxTaps * sizeof(float);
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(weights_of, row_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(weights_of, column_weights, bytes, pitch,
                                    cudaMemcpyHostToDevice, stream));
  const dim3 grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
  const bool clamped = border == kit::Border::clamp;
  const unsigned more = taps - 1;  // 2 * radius, for taps are odd
  through_tile<0><<<grid, block, (block.x + more) * block.y * sizeof(float), stream>>>(
      d_input, d_workspace, width, height, taps, clamped);
  KIT_CHECK(cudaGetLastError());
  through_tile<1><<<grid, block, block.x * (block.y + more) * sizeof(float), stream>>>(
      d_workspace, d_output, width, height, taps, clamped);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
