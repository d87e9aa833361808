// Lab 05, stage shared: all threads of a block, numbered through, copy the tile place by place; one
// function does it for both passes.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

__constant__ float constant_weights[2][kMaxTaps];  // [0] along x, [1] along y

extern __shared__ float tile[];

/// Fills a tile of `columns` by `rows` whose upper left place is pixel (left, top).
__device__ void load_tile(const float* __restrict__ image, int width, int height, int left, int top,
                          int columns, int rows, bool clamp) {
  const int threads = blockDim.x * blockDim.y;
  for (int place = threadIdx.y * blockDim.x + threadIdx.x; place < columns * rows;
       place += threads) {
    const int x = left + place % columns, y = top + place / columns;
    const int near_x = max(0, min(x, width - 1)), near_y = max(0, min(y, height - 1));
    const bool inside = near_x == x && near_y == y;
    tile[place] = inside || clamp ? image[near_y * width + near_x] : 0.0f;
  }
}

template <bool down>
__global__ void pass(const float* __restrict__ input, float* __restrict__ output, int width,
                     int height, int taps, bool clamp) {
  const int halo_x = down ? 0 : taps / 2, halo_y = down ? taps / 2 : 0;
  const int left = blockIdx.x * blockDim.x, top = blockIdx.y * blockDim.y;
  const int columns = blockDim.x + 2 * halo_x, rows = blockDim.y + 2 * halo_y;
  load_tile(input, width, height, left - halo_x, top - halo_y, columns, rows, clamp);
  __syncthreads();

  const int x = left + threadIdx.x, y = top + threadIdx.y;
  if (x < width && y < height) {
    const float* value = tile + threadIdx.y * columns + threadIdx.x;
    float sum = 0.0f;
    for (int n = 0; n < taps; ++n, value += down ? columns : 1) {
      sum += constant_weights[down][n] * *value;
    }
    output[y * width + x] = sum;
  }
}

}  // namespace

void separable_shared(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* row_weights, const float* column_weights, int taps,
                      kit::Border border, dim3 block, cudaStream_t stream) {
  const float* const vectors[] = {row_weights, column_weights};
  for (std::size_t n = 0; n < 2; ++n) {
    KIT_CHECK(cudaMemcpyToSymbolAsync(constant_weights, vectors[n], taps * sizeof(float),
                                      n * sizeof constant_weights[0], cudaMemcpyHostToDevice,
                                      stream));
  }
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const bool clamp = border == kit::Border::clamp;
  const unsigned halo = taps - 1;  // taps is odd
  pass<false><<<grid, block, (block.x + halo) * block.y * sizeof(float), stream>>>(
      d_input, d_workspace, width, height, taps, clamp);
  KIT_CHECK(cudaGetLastError());
  pass<true><<<grid, block, block.x * (block.y + halo) * sizeof(float), stream>>>(
      d_workspace, d_output, width, height, taps, clamp);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
