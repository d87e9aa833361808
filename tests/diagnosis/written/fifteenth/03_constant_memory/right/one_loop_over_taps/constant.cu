/// @file
/// Lab 03, stage constant: lab 02's kernel, its filter in constant memory. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

/// The filter of the launch at hand, in its first filter_width^2 places, rows without gaps.
__constant__ float filter_weights[kMaxFilterWidth * kMaxFilterWidth];

/// One thread computes output pixel (x, y). One loop over the weights in memory's order; the tap's
/// pixel moves along, and goes back to the window's left side at the end of a row.
__global__ void convolve_taps(const float* __restrict__ input, float* __restrict__ output,
                              int width, int height, int filter_width, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int taps = filter_width * filter_width;
  const int radius = filter_width / 2;
  int nx = x - radius;
  int ny = y - radius;
  float sum = 0.0f;
  for (int k = 0; k < taps; ++k) {
    const float weight = filter_weights[k];
    const int cx = min(max(nx, 0), width - 1);
    const int cy = min(max(ny, 0), height - 1);
    const bool inside = cx == nx && cy == ny;
    if (inside || border == kit::Border::clamp) sum += weight * input[cy * width + cx];
    if (nx == x + radius) {
      nx = x - radius;
      ++ny;
    } else {
      ++nx;
    }
  }
  output[y * width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t taps = std::size_t(filter_width) * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(filter_weights, filter, taps * sizeof(float), 0,
                                    cudaMemcpyHostToDevice, stream));
  const dim3 grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
  convolve_taps<<<grid, block, 0, stream>>>(d_input, d_output, width, height, filter_width, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
