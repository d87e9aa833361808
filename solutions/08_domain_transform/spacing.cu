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
  const int x = here.x - before.x, y = here.y - before.y, z = here.z - before.z;
  // Exact as an integer: at most 3 * 255^2.
  return sqrtf(1.0f + ratio * ratio * float(x * x + y * y + z * z));
}

/// One thread converts one pixel and measures the way to it from the left and from above.
__global__ void transform_pixels(const uchar4* __restrict__ image, float4* __restrict__ pixels,
                                 float* __restrict__ row_spacing,
                                 float* __restrict__ column_spacing, int width, int height,
                                 float ratio) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int here = y * width + x;
  const uchar4 pixel = image[here];
  constexpr float kLevel = 1.0f / 255.0f;
  pixels[here] = make_float4(kLevel * pixel.x, kLevel * pixel.y, kLevel * pixel.z, 0.0f);
  // The first pixel of a line has nothing before it; its distance to itself is sqrt(1 + 0).
  row_spacing[here] = distance(image[x > 0 ? here - 1 : here], pixel, ratio);
  column_spacing[here] = distance(image[y > 0 ? here - width : here], pixel, ratio);
}

}  // namespace

void transform(const uchar4* d_image, float4* d_pixels, float* d_row_spacing,
               float* d_column_spacing, int width, int height, float sigma_s, float sigma_r,
               cudaStream_t stream) {
  const dim3 block(kBlockWidth, kBlockHeight);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  transform_pixels<<<grid, block, 0, stream>>>(d_image, d_pixels, d_row_spacing, d_column_spacing,
                                               width, height, sigma_s / sigma_r);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
