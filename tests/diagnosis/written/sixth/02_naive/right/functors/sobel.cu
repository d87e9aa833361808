/// @file
/// Lab 02, stage sobel: the combining kernel takes a function object of two values.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

struct Length {
  __device__ float operator()(float a, float b) const { return sqrtf(fmaf(a, a, b * b)); }
};

template <typename Operation>
__global__ void combine(const float* first, const float* second, float* result, int width,
                        int height, Operation operation) {
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < height) {
    if (x < width) {
      const std::size_t before = static_cast<std::size_t>(y) * width;
      result[before + x] = operation((first + before)[x], (second + before)[x]);
    }
  }
}

}  // namespace

void sobel_magnitude(const float* d_input, float* d_output, int width, int height,
                     const float* d_sobel_x, const float* d_sobel_y, float* d_workspace,
                     kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t pixels = static_cast<std::size_t>(width) * height;
  const float* const filters[2] = {d_sobel_x, d_sobel_y};
  for (int k = 0; k < 2; ++k) {
    convolve(d_input, d_workspace + k * pixels, width, height, filters[k], 3, border, block,
             stream);
  }
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  combine<<<grid, block, 0, stream>>>(d_workspace, d_workspace + pixels, d_output, width, height,
                                      Length());
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
