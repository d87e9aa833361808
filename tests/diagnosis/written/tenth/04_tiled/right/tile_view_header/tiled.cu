// Lab 04, tile: loaded row by row (rows over threadIdx.y, columns over threadIdx.x); the border's
// rule is a template parameter.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "tile_view.cuh"

namespace lab04 {
namespace {

__constant__ float filter_weights[kMaxFilterWidth * kMaxFilterWidth];

template <kit::Border kBorder>
__device__ float pixel_at(const float* __restrict__ image, int width, int height, int x, int y) {
  const int cx = min(max(x, 0), width - 1);
  const int cy = min(max(y, 0), height - 1);
  if constexpr (kBorder == kit::Border::zero) {
    if (cx != x || cy != y) return 0.0f;
  }
  return image[cy * width + cx];
}

template <kit::Border kBorder>
__global__ void __launch_bounds__(1024)
    correlate_tile(const float* __restrict__ input, float* __restrict__ output, int width,
                   int height, int radius) {
  extern __shared__ float shared[];
  const int halo = 2 * radius;
  const TileView<float> tile{shared, static_cast<int>(blockDim.x) + halo,
                             static_cast<int>(blockDim.y) + halo};
  const int block_x = blockIdx.x * blockDim.x;
  const int block_y = blockIdx.y * blockDim.y;
  tile.fill([=](int column, int row) {
    return pixel_at<kBorder>(input, width, height, block_x + column - radius,
                             block_y + row - radius);
  });

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int x = block_x + tx;
  const int y = block_y + ty;
  if (x < width && y < height) {
    float sum = 0.0f;
    const float* weight = filter_weights;
    for (int j = 0; j <= halo; ++j)
      for (int i = 0; i <= halo; ++i) sum = fmaf(*weight++, tile(tx + i, ty + j), sum);
    output[static_cast<std::size_t>(y) * width + x] = sum;
  }
}

unsigned ceil_div(unsigned n, unsigned d) { return n / d + (n % d != 0); }

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(filter_weights, filter,
                                    filter_width * filter_width * sizeof(float), 0,
                                    cudaMemcpyHostToDevice, stream));
  const int radius = (filter_width - 1) / 2;
  const dim3 grid(ceil_div(width, block.x), ceil_div(height, block.y));
  const std::size_t bytes =
      std::size_t(block.x + filter_width - 1) * (block.y + filter_width - 1) * sizeof(float);
  if (border == kit::Border::clamp)
    correlate_tile<kit::Border::clamp>
        <<<grid, block, bytes, stream>>>(d_input, d_output, width, height, radius);
  else
    correlate_tile<kit::Border::zero>
        <<<grid, block, bytes, stream>>>(d_input, d_output, width, height, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
