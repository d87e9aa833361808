/// @file
/// Lab 04, stage sizes: the tiled kernel compiled for each width up to 17. Read README.md first.
#include <cstddef>
#include <utility>

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

/// Sizes of a tile, the same on host and device.
template <int kFilterWidth>
struct TileShape {
  static constexpr int kHalo = kFilterWidth - 1;
  int pitch;
  int rows;

  __host__ __device__ explicit TileShape(dim3 block)
      : pitch(static_cast<int>(block.x) + kHalo), rows(static_cast<int>(block.y) + kHalo) {}
  __host__ __device__ int elements() const { return pitch * rows; }
};

/// Stores the thread's share of the elements; load(column, row) has their values.
template <typename Shape, typename Load>
__device__ void fill_together(float* tile, const Shape& shape, Load load) {
  const int threads = blockDim.x * blockDim.y;
  const int rounds = (shape.elements() + threads - 1) / threads;
  for (int round = 0; round < rounds; ++round) {
    const int n = round * threads + static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
    if (n < shape.elements()) tile[n] = load(n % shape.pitch, n / shape.pitch);
  }
}

/// The products of one row of the filter, added to `sum` from the left to the right.
template <int kRow, int... kColumns>
__device__ float add_row(float sum, const float* row, std::integer_sequence<int, kColumns...>) {
  constexpr int kFilterWidth = sizeof...(kColumns);
  ((sum += filter_weights[kRow * kFilterWidth + kColumns] * row[kColumns]), ...);
  return sum;
}

/// All rows of the filter, one after the other: unrolled by the language.
template <int... kRows>
__device__ float sum_window(const float* corner, int pitch, std::integer_sequence<int, kRows...> all) {
  float sum = 0.0f;
  ((sum = add_row<kRows>(sum, corner + kRows * pitch, all)), ...);
  return sum;
}

/// As convolve_tiled in tiled.cu, for filters of kFilterWidth x kFilterWidth weights.
template <int kFilterWidth>
__global__ void __launch_bounds__(1024)
    convolve_tiled_sized(const float* __restrict__ input, float* __restrict__ output, int width,
                         int height, kit::Border border) {
  extern __shared__ float tile[];
  const TileShape<kFilterWidth> shape(blockDim);
  const int block_x = blockIdx.x * blockDim.x;
  const int block_y = blockIdx.y * blockDim.y;
  constexpr int kRadius = kFilterWidth / 2;

  fill_together(tile, shape, [=](int column, int row) {
    return pixel_or_border(input, width, height, block_x + column - kRadius,
                           block_y + row - kRadius, border);
  });
  __syncthreads();

  const int x = block_x + static_cast<int>(threadIdx.x);
  const int y = block_y + static_cast<int>(threadIdx.y);
  if (x >= width || y >= height) return;
  const float* const corner = &tile[threadIdx.y * shape.pitch + threadIdx.x];
  output[y * width + x] =
      sum_window(corner, shape.pitch, std::make_integer_sequence<int, kFilterWidth>{});
}

/// Uploads the filter and launches the kernel for its width. The type is that of convolve().
template <int kFilterWidth>
void launch_sized(const float* d_input, float* d_output, int width, int height, const float* filter,
                  int /*filter_width*/, kit::Border border, dim3 block, cudaStream_t stream) {
  constexpr std::size_t kFilterBytes = sizeof(float) * kFilterWidth * kFilterWidth;
  KIT_CHECK(cudaMemcpyToSymbolAsync(filter_weights, filter, kFilterBytes, 0, cudaMemcpyHostToDevice,
                                    stream));
  cudaLaunchConfig_t config{};
  config.gridDim = dim3((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  config.blockDim = block;
  config.dynamicSmemBytes = sizeof(float) * TileShape<kFilterWidth>(block).elements();
  config.stream = stream;
  KIT_CHECK(cudaLaunchKernelEx(&config, convolve_tiled_sized<kFilterWidth>, d_input, d_output, width,
                               height, border));
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
