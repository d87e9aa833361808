/// @file
/// Lab 03, stage constant: lab 02's kernel, its filter in constant memory.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

/// The filter of the launch at hand, in its first filter_width^2 places, rows without gaps.
__constant__ float c_weights[kMaxFilterWidth * kMaxFilterWidth];

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

/// One thread computes output pixel (x, y); threads beyond the image do nothing.
__global__ void convolve_constant(const float* __restrict__ input, float* __restrict__ output,
                                  int width, int height, int filter_width, kit::Border border) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height) return;

  const int r = filter_width / 2;
  float acc = 0.0f;
  // One loop through the weights as they lie in memory; (dx, dy) goes along like an odometer.
  int dx = -r;
  int dy = -r;
  for (int tap = 0; tap < filter_width * filter_width; ++tap) {
    acc += c_weights[tap] * pixel_or_border(input, width, height, col + dx, row + dy, border);
    if (++dx > r) {
      dx = -r;
      ++dy;
    }
  }
  output[row * width + col] = acc;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t count = static_cast<std::size_t>(filter_width) * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(c_weights, filter, count * sizeof(float), 0,
                                    cudaMemcpyHostToDevice, stream));

  const unsigned blocks_x = (width + block.x - 1) / block.x;
  const unsigned blocks_y = (height + block.y - 1) / block.y;
  const dim3 grid(blocks_x, blocks_y);
  convolve_constant<<<grid, block, 0, stream>>>(d_input, d_output, width, height, filter_width,
                                                border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
