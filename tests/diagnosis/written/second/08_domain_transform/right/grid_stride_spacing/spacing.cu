/// @file
/// Lab 08, stage spacing: how far apart are neighbours, colour included? Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

// Threads per block: one warp along x, so that its loads and stores are coalesced.
constexpr int kBlockWidth = 32;
constexpr int kBlockHeight = 8;

/// Distance between two neighbours; `ratio` is sigma_s / sigma_r.
__device__ float distance(uchar4 before, uchar4 here, float ratio) {
  const int red = here.x - before.x, green = here.y - before.y, blue = here.z - before.z;
  return sqrtf(1.0f + ratio * ratio * float(red * red + green * green + blue * blue));
}

/// One thread converts one pixel and measures the way to it from the left and from above.
__global__ void transform_pixels(const uchar4* __restrict__ image, float4* __restrict__ pixels,
                                 float* __restrict__ row_spacing,
                                 float* __restrict__ column_spacing, int width, int height,
                                 float ratio) {
  const int count = width * height;
  const int stride = gridDim.x * blockDim.x;
  for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < count;) {
    const uchar4 here = image[at];
    float4 pixel;
    pixel.x = here.x / 255.0f;
    pixel.y = here.y / 255.0f;
    pixel.z = here.z / 255.0f;
    pixel.w = 0.0f;
    pixels[at] = pixel;
    // In the first column and row a pixel is its own neighbour: distance 1.
    const bool first_of_row = at % width == 0;
    row_spacing[at] = distance(first_of_row ? here : image[at - 1], here, ratio);
    column_spacing[at] = distance(at < width ? here : image[at - width], here, ratio);
    if (at > count - 1 - stride) break;  // no sum beyond 2^31
    at += stride;
  }
}

}  // namespace

void transform(const uchar4* d_image, float4* d_pixels, float* d_row_spacing,
               float* d_column_spacing, int width, int height, float sigma_s, float sigma_r,
               cudaStream_t stream) {
  constexpr int kThreadsOfBlock = kBlockWidth * kBlockHeight;
  const int needed = (width * height + kThreadsOfBlock - 1) / kThreadsOfBlock;
  const int blocks = needed < 1024 ? needed : 1024;
  transform_pixels<<<blocks, kThreadsOfBlock, 0, stream>>>(
      d_image, d_pixels, d_row_spacing, d_column_spacing, width, height, sigma_s / sigma_r);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
