/// @file
/// Lab 03, stage constant: lab 02's kernel, its filter in constant memory.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

/// Row j of the filter at hand starts at place j * filter_width.
__constant__ float c_weights[kMaxFilterWidth * kMaxFilterWidth];

/// Where the value for (x, y) stands in the image; -1 if the border puts a 0 there.
__device__ int place_of(int width, int height, int x, int y, bool clamped) {
  if (clamped) return min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1);
  return x >= 0 && x < width && y >= 0 && y < height ? y * width + x : -1;
}

/// One thread, one pixel. The taps are numbered through; the counters i and j follow along.
__global__ void convolve_constant(const float* __restrict__ input, float* __restrict__ output,
                                  int width, int height, int filter_width, bool clamped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const int radius = filter_width / 2;
    const int taps = filter_width * filter_width;
    int i = -radius;
    int j = -radius;
    float sum = 0.0f;
    for (int tap = 0; tap < taps; ++tap) {
      const float weight = c_weights[tap];
      const int place = place_of(width, height, x + i, y + j, clamped);
      if (place >= 0) sum += weight * input[place];
      if (++i > radius) {
        i = -radius;
        ++j;
      }
    }
    output[y * width + x] = sum;
  }
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  // The variable's address on the device makes it a target for the ordinary copy.
  void* d_weights = nullptr;
  KIT_CHECK(cudaGetSymbolAddress(&d_weights, c_weights));
  const std::size_t bytes = sizeof(float) * filter_width * filter_width;
  KIT_CHECK(cudaMemcpyAsync(d_weights, filter, bytes, cudaMemcpyHostToDevice, stream));

  const unsigned columns = (static_cast<unsigned>(width) - 1) / block.x + 1;
  const unsigned rows = (static_cast<unsigned>(height) - 1) / block.y + 1;
  convolve_constant<<<dim3(columns, rows), block, 0, stream>>>(
      d_input, d_output, width, height, filter_width, border == kit::Border::clamp);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
