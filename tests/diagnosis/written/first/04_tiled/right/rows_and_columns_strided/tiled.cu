/// @file
/// Lab 04, stage tile: the tile is loaded by two nested loops, each thread its columns and rows; a
/// small class knows the tile. The border is a template parameter.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

struct Filter {
  float weight[kMaxFilterWidth * kMaxFilterWidth];
};
__constant__ Filter filter_of_launch;

extern __shared__ float2 shared_memory[];

/// A view of the block's dynamic shared memory as rows of floats.
class Tile {
 public:
  __device__ explicit Tile(int radius)
      : columns_(static_cast<int>(blockDim.x) + 2 * radius),
        rows_(static_cast<int>(blockDim.y) + 2 * radius) {}
  __device__ float& operator()(int column, int row) const {
    return reinterpret_cast<float*>(shared_memory)[row * columns_ + column];
  }
  template <typename Pixel>
  __device__ void load(Pixel pixel) const {
    for (int row = threadIdx.y; row < rows_; row += blockDim.y)
      for (int column = threadIdx.x; column < columns_; column += blockDim.x)
        (*this)(column, row) = pixel(column, row);
    __syncthreads();
  }

 private:
  int columns_;
  int rows_;
};

template <kit::Border kBorder>
__global__ void __launch_bounds__(1024)
    correlate(const float* __restrict__ input, float* __restrict__ output, int width, int height,
              int radius) {
  const int left = static_cast<int>(blockIdx.x * blockDim.x);
  const int top = static_cast<int>(blockIdx.y * blockDim.y);
  const Tile tile(radius);
  tile.load([=](int column, int row) {
    const int x = left + column - radius;
    const int y = top + row - radius;
    const int near_x = min(max(x, 0), width - 1);
    const int near_y = min(max(y, 0), height - 1);
    if (kBorder == kit::Border::zero && (x != near_x || y != near_y)) return 0.0f;
    return input[near_y * width + near_x];
  });

  const int x = left + threadIdx.x;
  const int y = top + threadIdx.y;
  if (x < width && y < height) {
    float sum = 0.0f;
    int n = 0;
    for (int j = -radius; j <= radius; ++j)
      for (int i = -radius; i <= radius; ++i)
        sum = fmaf(filter_of_launch.weight[n++],
                   tile(threadIdx.x + radius + i, threadIdx.y + radius + j), sum);
    output[y * width + x] = sum;
  }
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(filter_of_launch, filter,
                                    sizeof(float) * filter_width * filter_width, 0,
                                    cudaMemcpyHostToDevice, stream));
  const auto parts = [](int whole, unsigned part) { return (whole + part - 1) / part; };
  const dim3 grid{parts(width, block.x), parts(height, block.y)};
  const unsigned halo = filter_width - 1;
  const std::size_t bytes = (block.x + halo) * (block.y + halo) * sizeof(float);
  const auto kernel = border == kit::Border::zero ? &correlate<kit::Border::zero>
                                                  : &correlate<kit::Border::clamp>;
  kernel<<<grid, block, bytes, stream>>>(d_input, d_output, width, height, filter_width / 2);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
