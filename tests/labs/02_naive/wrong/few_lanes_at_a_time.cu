// Every pixel is right, but neighbouring threads have the pixels of a column, and few lanes of a
// warp load at a time.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// A request of a few lanes touches few sectors.
#define ONE_LANE_AT_A_TIME(what) \
  switch (lane % 8) {            \
    case 0:                      \
      what;                      \
      break;                     \
    case 1:                      \
      what;                      \
      break;                     \
    case 2:                      \
      what;                      \
      break;                     \
    case 3:                      \
      what;                      \
      break;                     \
    case 4:                      \
      what;                      \
      break;                     \
    case 5:                      \
      what;                      \
      break;                     \
    case 6:                      \
      what;                      \
      break;                     \
    case 7:                      \
      what;                      \
      break;                     \
  }

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
  // Exchanged: neighbouring threads have the pixels of a column.
  const int x = blockIdx.x * blockDim.y + threadIdx.y;
  const int y = blockIdx.y * blockDim.x + threadIdx.x;
  if (x >= width || y >= height) return;

  const int radius = filter_width / 2;
  float sum = 0.0f;
  for (int j = 0; j < filter_width; ++j) {
    for (int i = 0; i < filter_width; ++i) {
      const int lane = (threadIdx.y * blockDim.x + threadIdx.x) % 32;
      float pixel = 0.0f;
      ONE_LANE_AT_A_TIME(
          pixel = pixel_or_border(input, width, height, x + i - radius, y + j - radius, border));
      sum += filter[j * filter_width + i] * pixel;
    }
  }
  const int lane = (threadIdx.y * blockDim.x + threadIdx.x) % 32;
  ONE_LANE_AT_A_TIME(output[y * width + x] = sum);
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  // Rounded up, so that the last blocks hang over the image rather than stop short of its edge.
  const dim3 grid((width + block.y - 1) / block.y, (height + block.x - 1) / block.x);
  convolve_naive<<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter,
                                             filter_width, border);
  // The launch itself returns nothing: whether it was refused has to be asked for.
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
