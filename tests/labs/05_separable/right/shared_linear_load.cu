// Right: one kernel template for both passes, whose tile the whole block loads element by
// element; own header, constant array of two dimensions.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "line_tile.cuh"

namespace lab05 {
namespace {

__constant__ float weights[2][kMaxTaps];

/// kDown: along columns. The tile has a halo in that direction only.
template <bool kDown>
__global__ void pass(const float* __restrict__ input, float* __restrict__ output, int width,
                     int height, int taps, kit::Border border) {
  extern __shared__ float tile[];
  const TileShape shape = tile_shape<kDown>(blockDim, taps / 2);
  const int left = static_cast<int>(blockIdx.x * blockDim.x) - (kDown ? 0 : taps / 2);
  const int top = static_cast<int>(blockIdx.y * blockDim.y) - (kDown ? taps / 2 : 0);
  const int threads = blockDim.x * blockDim.y;

  for (int n = threadIdx.y * blockDim.x + threadIdx.x; n < shape.floats(); n += threads) {
    const int x = left + n % shape.pitch, y = top + n / shape.pitch;
    const int near_x = min(max(x, 0), width - 1), near_y = min(max(y, 0), height - 1);
    const bool inside = near_x == x && near_y == y;
    tile[n] = inside || border == kit::Border::clamp ? input[near_y * width + near_x] : 0.0f;
  }
  __syncthreads();

  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int step = kDown ? shape.pitch : 1;
  const float* value = tile + threadIdx.y * shape.pitch + threadIdx.x;
  float sum = 0.0f;
  for (int i = 0; i < taps; ++i, value += step) sum = fmaf(weights[kDown][i], *value, sum);
  output[y * width + x] = sum;
}

template <bool kDown>
void launch(const float* d_from, float* d_to, int width, int height, int taps, kit::Border border,
            dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const std::size_t bytes = sizeof(float) * tile_shape<kDown>(block, taps / 2).floats();
  pass<kDown><<<grid, block, bytes, stream>>>(d_from, d_to, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void separable_shared(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* row_weights, const float* column_weights, int taps,
                      kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t bytes = sizeof(float) * taps;
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(weights, row_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(weights, column_weights, bytes, sizeof(float) * kMaxTaps,
                                    cudaMemcpyHostToDevice, stream));
  launch<false>(d_input, d_workspace, width, height, taps, border, block, stream);
  launch<true>(d_workspace, d_output, width, height, taps, border, block, stream);
}

}  // namespace lab05
