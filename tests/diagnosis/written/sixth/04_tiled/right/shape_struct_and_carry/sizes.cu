/// @file
/// Lab 04, stage sizes: host and kernel share one description of the tile; the loading loop carries
/// row and column along in place of a division for each element.
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

/// The tile of a block of block_x x block_y threads.
template <int kFilterWidth>
struct TileShape {
  static constexpr int kRadius = kFilterWidth / 2;
  static constexpr int kTaps = kFilterWidth * kFilterWidth;
  int pitch, rows;

  __host__ __device__ TileShape(int block_x, int block_y)
      : pitch(block_x + 2 * kRadius), rows(block_y + 2 * kRadius) {}
  __host__ __device__ std::size_t bytes() const { return sizeof(float) * pitch * rows; }
};

/// As convolve_tiled in tiled.cu, for filters of kFilterWidth x kFilterWidth weights.
template <int kFilterWidth>
__global__ void __launch_bounds__(1024)
    convolve_tiled_sized(const float* __restrict__ input, float* __restrict__ output, int width,
                         int height, kit::Border border) {
  using Shape = TileShape<kFilterWidth>;
  extern __shared__ float tile[];
  const Shape shape(blockDim.x, blockDim.y);
  const int first_x = blockIdx.x * blockDim.x;
  const int first_y = blockIdx.y * blockDim.y;
  const int threads = blockDim.x * blockDim.y;

  const int number = threadIdx.y * blockDim.x + threadIdx.x;
  const int rows_on = threads / shape.pitch;  // `threads` elements further on stand rows_on rows
  const int cols_on = threads % shape.pitch;  // and cols_on columns further on, or a carry more
  int row = number / shape.pitch;
  int col = number % shape.pitch;
  while (row < shape.rows) {
    tile[row * shape.pitch + col] =
        pixel_or_border(input, width, height, first_x + col - Shape::kRadius,
                        first_y + row - Shape::kRadius, border);
    row += rows_on;
    col += cols_on;
    if (col >= shape.pitch) {
      col -= shape.pitch;
      ++row;
    }
  }
  __syncthreads();

  const int x = first_x + threadIdx.x;
  const int y = first_y + threadIdx.y;
  if (x >= width || y >= height) return;

  const float* const window = &tile[threadIdx.y * shape.pitch + threadIdx.x];
  float column_sums[kFilterWidth] = {};
#pragma unroll
  for (int tap = 0; tap < Shape::kTaps; ++tap) {
    const int j = tap / kFilterWidth;
    const int i = tap % kFilterWidth;
    column_sums[i] += filter_weights[tap] * window[j * shape.pitch + i];
  }
  float total = column_sums[0];
#pragma unroll
  for (int i = 1; i < kFilterWidth; ++i) total += column_sums[i];
  output[y * width + x] = total;
}

/// Uploads the filter and launches the kernel for its width. The type is that of convolve().
template <int kFilterWidth>
void launch_sized(const float* d_input, float* d_output, int width, int height, const float* filter,
                  int /*filter_width*/, kit::Border border, dim3 block, cudaStream_t stream) {
  using Shape = TileShape<kFilterWidth>;
  KIT_CHECK(cudaMemcpyToSymbolAsync(filter_weights, filter, sizeof(float) * Shape::kTaps, 0,
                                    cudaMemcpyHostToDevice, stream));
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const Shape shape(block.x, block.y);
  convolve_tiled_sized<kFilterWidth>
      <<<grid, block, shape.bytes(), stream>>>(d_input, d_output, width, height, border);
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
