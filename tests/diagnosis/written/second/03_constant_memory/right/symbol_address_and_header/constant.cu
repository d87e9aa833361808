/// @file
/// Lab 03, stage constant: loops cut to the image for the zero border, and the copy goes to the
/// variable's address.
#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "window.cuh"

namespace lab03 {
namespace {

__constant__ float filter_weights[kMaxFilterWidth][kMaxFilterWidth];

__device__ float weight(int index) { return (&filter_weights[0][0])[index]; }

__global__ void convolve_zero(const float* __restrict__ input, float* __restrict__ output,
                              int width, int height, int filter_width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int r = filter_width / 2;
  const Taps rows = taps_inside(y, r, height);
  float sum = 0.0f;
  // Every lane takes the same turns, or the weights' reads would not be broadcasts: the loop over
  // columns is not cut, what is outside is left out.
  for (int j = 0; j < filter_width; ++j) {
    if (j < rows.first || j >= rows.last) continue;
    const float* line = input + (y + j - r) * width;
    for (int i = 0; i < filter_width; ++i) {
      const int column = x + i - r;
      if (column >= 0 && column < width) sum += weight(j * filter_width + i) * line[column];
    }
  }
  output[y * width + x] = sum;
}

__global__ void convolve_clamp(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, int filter_width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int r = filter_width / 2;
  float sum = 0.0f;
  for (int tap = filter_width * filter_width - 1, j = r, i = r; tap >= 0; --tap) {
    const int row = min(max(y + j, 0), height - 1);
    const int column = min(max(x + i, 0), width - 1);
    sum += weight(tap) * input[row * width + column];
    if (--i < -r) {
      i = r;
      --j;
    }
  }
  output[y * width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  void* address = nullptr;
  KIT_CHECK(cudaGetSymbolAddress(&address, filter_weights));
  KIT_CHECK(cudaMemcpyAsync(address, filter, sizeof(float) * filter_width * filter_width,
                            cudaMemcpyHostToDevice, stream));
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  if (border == kit::Border::zero) {
    convolve_zero<<<grid, block, 0, stream>>>(d_input, d_output, width, height, filter_width);
  } else {
    convolve_clamp<<<grid, block, 0, stream>>>(d_input, d_output, width, height, filter_width);
  }
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
