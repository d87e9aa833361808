/// @file
/// Lab 03, stage constant: lab 02's kernel, its filter in constant memory.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

/// The filter of the launch at hand: its row j in the first filter_width places of c_weights[j].
__constant__ float c_weights[kMaxFilterWidth][kMaxFilterWidth];

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
  for (int dy = -r; dy <= r; ++dy) {
    float of_row = 0.0f;
    for (int dx = -r; dx <= r; ++dx)
      of_row += c_weights[dy + r][dx + r] *
                pixel_or_border(input, width, height, col + dx, row + dy, border);
    acc += of_row;
  }
  output[row * width + col] = acc;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t row_bytes = sizeof(float) * filter_width;
  for (int j = 0; j < filter_width; ++j) {
    KIT_CHECK(cudaMemcpyToSymbolAsync(c_weights, filter + j * filter_width, row_bytes,
                                      j * kMaxFilterWidth * sizeof(float), cudaMemcpyHostToDevice, stream));
  }

  const unsigned blocks_x = (width + block.x - 1) / block.x;
  const unsigned blocks_y = (height + block.y - 1) / block.y;
  const dim3 grid(blocks_x, blocks_y);
  convolve_constant<<<grid, block, 0, stream>>>(d_input, d_output, width, height, filter_width,
                                                border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
