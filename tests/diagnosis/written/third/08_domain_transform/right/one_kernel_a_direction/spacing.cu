/// @file
/// Lab 08, stage spacing: how far apart are neighbours, colour included? Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kThreads = 256;  // per block; pixels are numbered through

/// Distance between two neighbours; `ratio` is sigma_s / sigma_r.
__device__ float distance(uchar4 before, uchar4 here, float ratio) {
  const auto squared = [](unsigned char p, unsigned char q) {
    const int magnitude = max(p, q) - min(p, q);
    return magnitude * magnitude;
  };
  const int sum =
      squared(before.x, here.x) + squared(before.y, here.y) + squared(before.z, here.z);
  return sqrtf(fmaf(ratio * ratio, static_cast<float>(sum), 1.0f));
}

/// One thread converts one pixel and measures the way to it from the left and from above.
__global__ void transform_pixels(const uchar4* __restrict__ image, float4* __restrict__ pixels,
                                 float* __restrict__ row_spacing,
                                 float* __restrict__ column_spacing, int width, int height,
                                 float ratio) {
  const int place = blockIdx.x * kThreads + threadIdx.x;
  if (place >= width * height) return;
  const bool has_left = place % width != 0;
  const bool has_upper = place >= width;
  const uchar4 here = image[place];
  // Without a pixel before, the pixel itself: no difference, a distance of 1.
  const uchar4 left = has_left ? image[place - 1] : here;
  const uchar4 upper = has_upper ? image[place - width] : here;
  const auto unit = [](unsigned char level) { return float(level) / 255.0f; };
  pixels[place] = {unit(here.x), unit(here.y), unit(here.z), 0.0f};
  row_spacing[place] = distance(left, here, ratio);
  column_spacing[place] = distance(upper, here, ratio);
}

}  // namespace

void transform(const uchar4* d_image, float4* d_pixels, float* d_row_spacing,
               float* d_column_spacing, int width, int height, float sigma_s, float sigma_r,
               cudaStream_t stream) {
  const int blocks = (width * height + kThreads - 1) / kThreads;
  transform_pixels<<<blocks, kThreads, 0, stream>>>(d_image, d_pixels, d_row_spacing,
                                                    d_column_spacing, width, height,
                                                    sigma_s / sigma_r);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
