#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "tile.cuh"

namespace lab04 {
namespace {

__constant__ float c_filter[kMaxFilterWidth * kMaxFilterWidth];

struct ClampSource {
  const float* image;
  int width, height;
  __device__ float operator()(int x, int y) const {
    return image[max(0, min(y, height - 1)) * width + max(0, min(x, width - 1))];
  }
};

struct ZeroSource {
  const float* image;
  int width, height;
  __device__ float operator()(int x, int y) const {
    // Negative numbers become large ones.
    return unsigned(x) < unsigned(width) && unsigned(y) < unsigned(height) ? image[y * width + x]
                                                                           : 0.0f;
  }
};

template <typename Source>
__global__ void __launch_bounds__(1024)
    correlate(Source source, float* __restrict__ output, int filter_width) {
  extern __shared__ float tile[];
  const tiles::Shape shape(filter_width / 2, blockDim);
  const int pitch = shape.columns();
  const int base_x = blockIdx.x * blockDim.x, base_y = blockIdx.y * blockDim.y;
  tiles::for_own_elements(shape, [&](int column, int row) {
    tile[row * pitch + column] =
        source(base_x + column - shape.radius, base_y + row - shape.radius);
  });
  __syncthreads();

  const int x = base_x + threadIdx.x, y = base_y + threadIdx.y;
  if (x < source.width && y < source.height) {
    const float* weight = c_filter;
    const float* line = &tile[threadIdx.y * pitch + threadIdx.x];
    float sum = 0.0f;
    for (int j = 0; j < filter_width; ++j, line += pitch) {
      for (int i = 0; i < filter_width; ++i) sum = fmaf(*weight++, line[i], sum);
    }
    output[y * source.width + x] = sum;
  }
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  CUDA_OK(cudaMemcpyToSymbolAsync(c_filter, filter, sizeof(float) * filter_width * filter_width, 0,
                                  cudaMemcpyHostToDevice, stream));
  const dim3 grid = tiles::cover(width, height, block);
  const std::size_t shared = tiles::Shape(filter_width / 2, block).bytes();
  const auto run = [&](auto source) {
    correlate<<<grid, block, shared, stream>>>(source, d_output, filter_width);
    CUDA_OK(cudaGetLastError());
  };
  if (border == kit::Border::zero) {
    run(ZeroSource{d_input, width, height});
  } else {
    run(ClampSource{d_input, width, height});
  }
}

}  // namespace lab04
