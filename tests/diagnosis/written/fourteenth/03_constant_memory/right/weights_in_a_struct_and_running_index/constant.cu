/// @file
/// Lab 03, stage constant: lab 02's kernel, its filter in constant memory.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

struct Weights {
  float at[kMaxFilterWidth * kMaxFilterWidth];
};

/// The filter of the launch at hand; the copy fills its first filter_width^2 places.
__constant__ Weights c_weights;

/// One thread computes output pixel (x, y); threads beyond the image do nothing.
__global__ void convolve_constant(const float* __restrict__ input, float* __restrict__ output,
                                  int width, int height, int filter_width, bool repeat_edge) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (!(x < width && y < height)) return;

  const int radius = filter_width / 2;
  float sum = 0.0f;
  int tap = 0;
  for (int sy = y - radius; sy <= y + radius; ++sy) {
    const int cy = min(max(sy, 0), height - 1);
    for (int sx = x - radius; sx <= x + radius; ++sx) {
      const int cx = min(max(sx, 0), width - 1);
      const bool in_image = cx == sx && cy == sy;
      const float weight = c_weights.at[tap++];
      const float pixel = in_image || repeat_edge ? input[cy * width + cx] : 0.0f;
      sum += weight * pixel;
    }
  }
  output[y * width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t row_bytes = sizeof(float) * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(c_weights, filter, row_bytes * filter_width, 0,
                                    cudaMemcpyHostToDevice, stream));
  const dim3 grid(1 + (width - 1) / block.x, 1 + (height - 1) / block.y);
  convolve_constant<<<grid, block, 0, stream>>>(d_input, d_output, width, height, filter_width,
                                                border == kit::Border::clamp);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
