/// @file
/// Lab 04, stage sizes: the tiled kernel compiled for each width up to 17. Read README.md first.
/// A loop whose length the compiler knows can be unrolled.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

/// Widest filter with a kernel of its own.
constexpr int kWidest = 17;

/// The filter of the launch that runs. Every file has constant memory of its own.
__constant__ float filter_weights[kWidest * kWidest];

/// The value at (x, y), which may lie outside the image: then what the border puts there.
__device__ float pixel_or_border(const float* __restrict__ image, int width, int height, int x,
                                 int y, kit::Border border) {
  if (border == kit::Border::clamp) {
    x = min(max(x, 0), width - 1);
    y = min(max(y, 0), height - 1);
  } else if (x < 0 || x >= width || y < 0 || y >= height) {
    return 0.0f;
  }
  return image[y * width + x];
}

/// As convolve_tiled in tiled.cu, for filters of kFilterWidth x kFilterWidth weights.
template <int kFilterWidth>
__global__ void __launch_bounds__(1024)
    convolve_tiled_sized(const float* __restrict__ input, float* __restrict__ output, int width,
                         int height, kit::Border border) {
  extern __shared__ float tile[];
  constexpr int kRadius = kFilterWidth / 2;
  const int block_x = blockIdx.x * blockDim.x;
  const int block_y = blockIdx.y * blockDim.y;
  const int pitch = blockDim.x + 2 * kRadius;
  const int rows = blockDim.y + 2 * kRadius;
  // The block's rows of threads share the tile's rows, the threads of a row its columns.
  for (int tile_y = threadIdx.y; tile_y < rows; tile_y += blockDim.y) {
    const auto pixel = [&](int tile_x) {
      return pixel_or_border(input, width, height, block_x + tile_x - kRadius,
                             block_y + tile_y - kRadius, border);
    };
    for (int tile_x = threadIdx.x; tile_x < pitch; tile_x += blockDim.x)
      tile[tile_y * pitch + tile_x] = pixel(tile_x);
  }
  __syncthreads();

  const int x = block_x + threadIdx.x;
  const int y = block_y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0.0f;
#pragma unroll
  for (int j = 0; j < kFilterWidth; ++j) {
    // One address per row; with i known, the rest is part of the load instruction.
    const float* const row = tile + (threadIdx.y + j) * pitch + threadIdx.x;
#pragma unroll
    for (int i = 0; i < kFilterWidth; ++i) sum += filter_weights[j * kFilterWidth + i] * row[i];
  }
  output[y * width + x] = sum;
}

/// Uploads the filter and launches the kernel for its width. The type is that of convolve().
template <int kFilterWidth>
void launch_sized(const float* d_input, float* d_output, int width, int height, const float* filter,
                  int /*filter_width*/, kit::Border border, dim3 block, cudaStream_t stream) {
  constexpr std::size_t kFilterBytes = sizeof(float) * kFilterWidth * kFilterWidth;
  KIT_CHECK(cudaMemcpyToSymbolAsync(filter_weights, filter, kFilterBytes, 0, cudaMemcpyHostToDevice,
                                    stream));
  constexpr int kHalo = kFilterWidth - 1;  // on both sides together
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const std::size_t tile_bytes = sizeof(float) * (block.x + kHalo) * (block.y + kHalo);
  convolve_tiled_sized<kFilterWidth>
      <<<grid, block, tile_bytes, stream>>>(d_input, d_output, width, height, border);
  KIT_CHECK(cudaGetLastError());
}

/// Tries the widths one after another, from kFilterWidth up. The recursion ends when compiling.
template <int kFilterWidth>
void launch_for(const float* d_input, float* d_output, int width, int height, const float* filter,
                int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  if constexpr (kFilterWidth > kWidest) {
    convolve(d_input, d_output, width, height, filter, filter_width, border, block, stream);
  } else if (filter_width == kFilterWidth) {
    launch_sized<kFilterWidth>(d_input, d_output, width, height, filter, filter_width, border,
                               block, stream);
  } else {
    launch_for<kFilterWidth + 2>(d_input, d_output, width, height, filter, filter_width, border,
                                 block, stream);
  }
}

}  // namespace

void convolve_sized(const float* d_input, float* d_output, int width, int height,
                    const float* filter, int filter_width, kit::Border border, dim3 block,
                    cudaStream_t stream) {
  launch_for<3>(d_input, d_output, width, height, filter, filter_width, border, block, stream);
}

}  // namespace lab04
