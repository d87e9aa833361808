// Lab 02: convolution, one thread per pixel, everything from global memory.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// The nearest place in [0, size - 1].
__device__ int nearest(int place, int size) {
  return place < 0 ? 0 : (place < size ? place : size - 1);
}

__global__ void convolve_naive(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, const float* __restrict__ filter,
                               int filter_width, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < width && y < height) {
    const bool repeat_edge = border == kit::Border::clamp;
    const int radius = filter_width / 2;
    int middle = radius;  // of the filter's current row
    float sum = 0.0f;
    for (int dy = -radius; dy <= radius; ++dy, middle += filter_width) {
      const int row = nearest(y + dy, height);
      if (row != y + dy && !repeat_edge) continue;  // a row of zeros adds nothing
      const float* pixels = input + row * width;
      for (int dx = -radius; dx <= radius; ++dx) {
        const int col = nearest(x + dx, width);
        if (col == x + dx || repeat_edge) sum += filter[middle + dx] * pixels[col];
      }
    }
    output[y * width + x] = sum;
  }
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  dim3 grid;
  grid.x = 1 + (width - 1) / block.x;
  grid.y = 1 + (height - 1) / block.y;
  convolve_naive<<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter,
                                             filter_width, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
