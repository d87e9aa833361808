/// @file
/// Lab 04, stage tile: the tile is loaded by two loops, along its rows and down, without a division.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

/// The filter of the launch that runs, as in lab 03.
__constant__ float filter_weights[kMaxFilterWidth * kMaxFilterWidth];

/// Gives `use` every (column, row) of a pitch x rows rectangle that is this thread's to handle.
template <typename Use>
__device__ void for_my_elements(int pitch, int rows, Use use) {
  for (int row = threadIdx.y; row < rows; row += blockDim.y)
    for (int col = threadIdx.x; col < pitch; col += blockDim.x) use(col, row);
}

/// The output pixel of a thread is summed from the block's tile. Dynamic shared memory: the tile.
template <bool kClamp>
__global__ void __launch_bounds__(1024)
    convolve_tiled(const float* __restrict__ input, float* __restrict__ output, int width,
                   int height, int filter_width) {
  extern __shared__ float tile[];
  const int halo = filter_width - 1;  // of both sides together: the width is odd
  const int pitch = static_cast<int>(blockDim.x) + halo;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  // Element (threadIdx.x, threadIdx.y) of the tile is the first one of this thread's window.
  const int shift_x = x - static_cast<int>(threadIdx.x) - halo / 2;
  const int shift_y = y - static_cast<int>(threadIdx.y) - halo / 2;

  for_my_elements(pitch, static_cast<int>(blockDim.y) + halo, [=](int col, int row) {
    const int from_x = shift_x + col;
    const int from_y = shift_y + row;
    const int near_x = max(0, min(from_x, width - 1));
    const int near_y = max(0, min(from_y, height - 1));
    float value = 0.0f;
    if (kClamp || (near_x == from_x && near_y == from_y)) value = input[near_y * width + near_x];
    tile[row * pitch + col] = value;
  });
  __syncthreads();

  if (x < width && y < height) {
    float sum = 0.0f;
    int weight = filter_width * filter_width;
    // From the last tap to the first.
    for (int j = halo; j >= 0; --j) {
      const int row = (threadIdx.y + j) * pitch + threadIdx.x;
      for (int i = halo; i >= 0; --i) sum = fmaf(filter_weights[--weight], tile[row + i], sum);
    }
    output[y * width + x] = sum;
  }
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t filter_bytes = sizeof(float) * filter_width * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(filter_weights, filter, filter_bytes, 0, cudaMemcpyHostToDevice,
                                    stream));
  const auto covering = [](int pixels, unsigned threads) { return (pixels - 1) / threads + 1; };
  const dim3 grid(covering(width, block.x), covering(height, block.y));
  const unsigned halo = filter_width - 1;
  const std::size_t floats = static_cast<std::size_t>(block.x + halo) * (block.y + halo);
  const auto kernel = border == kit::Border::clamp ? convolve_tiled<true> : convolve_tiled<false>;
  kernel<<<grid, block, floats * sizeof(float), stream>>>(d_input, d_output, width, height,
                                                          filter_width);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
