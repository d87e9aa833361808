/// @file
/// Lab 04, stage sizes: the tiled kernel compiled for each width up to 17. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "tile.hpp"

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
  extern __shared__ float memory[];
  constexpr int kRadius = kFilterWidth / 2;
  const int left = static_cast<int>(blockIdx.x * blockDim.x) - kRadius;
  const int top = static_cast<int>(blockIdx.y * blockDim.y) - kRadius;
  const TileView tile(memory, kRadius);
  tile.fill([&](int column, int row) {
    return pixel_or_border(input, width, height, left + column, top + row, border);
  });

  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  float lines[kFilterWidth] = {};  // a sum for each row of the filter
#pragma unroll
  for (int j = 0; j < kFilterWidth; ++j) {
#pragma unroll
    for (int i = 0; i < kFilterWidth; ++i) {
      lines[j] += filter_weights[j * kFilterWidth + i] * tile(threadIdx.x + i, threadIdx.y + j);
    }
  }
  float sum = 0.0f;
#pragma unroll
  for (int j = 0; j < kFilterWidth; ++j) sum += lines[j];
  output[y * width + x] = sum;
}

/// Uploads the filter and launches the kernel for its width. The type is that of convolve().
template <int kFilterWidth>
void launch_sized(const float* d_input, float* d_output, int width, int height, const float* filter,
                  int /*filter_width*/, kit::Border border, dim3 block, cudaStream_t stream) {
  constexpr std::size_t kFilterBytes = sizeof(float) * kFilterWidth * kFilterWidth;
  KIT_CHECK(cudaMemcpyToSymbolAsync(filter_weights, filter, kFilterBytes, 0, cudaMemcpyHostToDevice,
                                    stream));
  constexpr int kHalo = kFilterWidth - 1;
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const std::size_t tile_bytes = (block.x + kHalo) * (block.y + kHalo) * sizeof(float);
  convolve_tiled_sized<kFilterWidth>
      <<<grid, block, tile_bytes, stream>>>(d_input, d_output, width, height, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void convolve_sized(const float* d_input, float* d_output, int width, int height,
                    const float* filter, int filter_width, kit::Border border, dim3 block,
                    cudaStream_t stream) {
  using Launcher = decltype(&convolve);
  // Which kernel is chosen on the host, once per launch. Index: the radius.
  constexpr Launcher kLaunchers[] = {convolve,         launch_sized<3>,  launch_sized<5>,
                                     launch_sized<7>,  launch_sized<9>,  launch_sized<11>,
                                     launch_sized<13>, launch_sized<15>, launch_sized<17>};
  const Launcher launcher = filter_width <= kWidest ? kLaunchers[filter_width / 2] : convolve;
  launcher(d_input, d_output, width, height, filter, filter_width, border, block, stream);
}

}  // namespace lab04
