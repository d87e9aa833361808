/// @file
/// Lab 05, stage shared: two passes, each through tiles in shared memory. Read README.md first.
/// The tiles have a halo in one direction only.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

/// The weights of the call at hand, in their first `taps` places.
__constant__ float constant_row[kMaxTaps];
__constant__ float constant_column[kMaxTaps];

/// Value number `position` of `length` values, `step` apart; beyond the ends, what the border says.
/// A row of an image has step 1, a column has its width.
__device__ float value_on_line(const float* __restrict__ line, int length, int step, int position,
                               kit::Border border) {
  if (border == kit::Border::clamp) {
    position = min(max(position, 0), length - 1);
  } else if (position < 0 || position >= length) {
    return 0.0f;
  }
  return line[position * step];
}

/// One pass, along rows or, if kDown, down columns. A line of threads in that direction loads its
/// own pixels and `radius` more on either side. Loads and stores go along rows in both cases.
/// Dynamic shared memory: the tile, a block with the halo, row by row.
template <bool kDown>
__global__ void filter_lines(const float* __restrict__ input, float* __restrict__ output, int width,
                             int height, int taps, kit::Border border) {
  extern __shared__ float tile[];
  const int radius = taps / 2;
  const int tx = threadIdx.x, ty = threadIdx.y, columns = blockDim.x, rows = blockDim.y;
  const int x = blockIdx.x * columns + tx, y = blockIdx.y * rows + ty;

  const int own = kDown ? ty : tx;             // the thread's place in its line of threads
  const int threads = kDown ? rows : columns;  // of that line
  const int step = kDown ? columns : 1;        // from one value of a line of the tile to the next
  const int begin = (kDown ? y : x) - own - radius;
  float* const line = kDown ? tile + tx : tile + ty * (columns + 2 * radius);

  if (kDown ? x < width : y < height) {
    const float* const pixels = kDown ? input + x : input + y * width;
    int k = own;
    do {
      line[k * step] = value_on_line(pixels, kDown ? height : width, kDown ? width : 1, begin + k,
                                     border);
      k += threads;
    } while (k < threads + 2 * radius);
  }
  __syncthreads();  // for all threads of the block, also those beyond the image

  if (x < width && y < height) {
    float sum = 0.0f;
    for (int i = taps - 1; i >= 0; --i) {
      const float weight = kDown ? constant_column[i] : constant_row[i];
      sum += weight * line[(own + i) * step];
    }
    output[y * width + x] = sum;
  }
}

}  // namespace

void separable_shared(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* row_weights, const float* column_weights, int taps,
                      kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const std::size_t bytes = sizeof(float) * taps;
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(constant_row, row_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(constant_column, column_weights, bytes, 0,
                                    cudaMemcpyHostToDevice, stream));
  const int halo = taps / 2 * 2;  // on both sides together
  const std::size_t row_tile_bytes = sizeof(float) * (block.x + halo) * block.y;
  const std::size_t column_tile_bytes = sizeof(float) * block.x * (block.y + halo);
  filter_lines<false><<<grid, block, row_tile_bytes, stream>>>(d_input, d_workspace, width, height,
                                                               taps, border);
  KIT_CHECK(cudaGetLastError());
  filter_lines<true><<<grid, block, column_tile_bytes, stream>>>(d_workspace, d_output, width,
                                                                 height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
