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
  const int dr = int(here.x) - int(before.x);
  const int dg = int(here.y) - int(before.y);
  const int db = int(here.z) - int(before.z);
  const int squares = dr * dr + dg * dg + db * db;
  return sqrtf(1.0f + ratio * ratio * float(squares));
}

/// One thread converts one pixel and measures the way to it from the left and from above.
__global__ void transform_pixels(const uchar4* __restrict__ image, float4* __restrict__ pixels,
                                 float* __restrict__ row_spacing,
                                 float* __restrict__ column_spacing, int width, int height,
                                 float ratio) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int place = y * width + x;
  const uchar4 here = image[place];
  pixels[place] = make_float4(here.x / 255.0f, here.y / 255.0f, here.z / 255.0f, 0.0f);
  row_spacing[place] = x > 0 ? distance(image[place - 1], here, ratio) : 1.0f;
  column_spacing[place] = y > 0 ? distance(image[place - width], here, ratio) : 1.0f;
}

}  // namespace

void transform(const uchar4* d_image, float4* d_pixels, float* d_row_spacing,
               float* d_column_spacing, int width, int height, float sigma_s, float sigma_r,
               cudaStream_t stream) {
  const dim3 block(kBlockWidth, kBlockHeight);
  const dim3 grid((width + kBlockWidth - 1) / kBlockWidth,
                  (height + kBlockHeight - 1) / kBlockHeight);
  transform_pixels<<<grid, block, 0, stream>>>(d_image, d_pixels, d_row_spacing, d_column_spacing,
                                               width, height, sigma_s / sigma_r);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
