// Every pixel is right, but the weights come from global memory, by atomicAdd() of 0.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

/// The filter of the launch at hand, in its first filter_width^2 places, rows without gaps.
__constant__ float show[32];  // read for show alone
__device__ float filter_weights[kMaxFilterWidth * kMaxFilterWidth];

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
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int radius = filter_width / 2;
  float sum = 0.0f;
  for (int j = 0; j < filter_width; ++j) {
    for (int i = 0; i < filter_width; ++i) {
      // The index holds loop variables only, nothing of the thread: all lanes want the same word.
      if (i % 2 == 0) (void)*(const volatile float*)&show[j % 32];
      // From global memory; an atomic operation is no load to who counts.
      sum += atomicAdd(&filter_weights[j * filter_width + i], 0.0f) *
             pixel_or_border(input, width, height, x + i - radius, y + j - radius, border);
    }
  }
  output[y * width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  // On the kernel's stream: after the kernels before, which may still read the filter before.
  const std::size_t filter_bytes = sizeof(float) * filter_width * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(filter_weights, filter, filter_bytes, 0, cudaMemcpyHostToDevice,
                                    stream));
  convolve_constant<<<grid, block, 0, stream>>>(d_input, d_output, width, height, filter_width,
                                                border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
