/// @file
/// Lab 08, stage spacing: how far apart are neighbours, colour included? Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kThreads = 256;     // of a block
constexpr int kMostBlocks = 512;  // more pixels than threads: each takes several

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
  const int size = width * height;
  const int stride = gridDim.x * blockDim.x;
  for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < size; at += stride) {
    const uchar4 here = image[at];
    pixels[at] = make_float4(here.x / 255.0f, here.y / 255.0f, here.z / 255.0f, 0.0f);
    // The first pixel of a row is its own neighbour: no difference, a distance of 1.
    const uchar4 left = at % width == 0 ? here : image[at - 1];
    const uchar4 above = at < width ? here : image[at - width];
    row_spacing[at] = distance(left, here, ratio);
    column_spacing[at] = distance(above, here, ratio);
  }
}

}  // namespace

void transform(const uchar4* d_image, float4* d_pixels, float* d_row_spacing,
               float* d_column_spacing, int width, int height, float sigma_s, float sigma_r,
               cudaStream_t stream) {
  const int needed = (width * height + kThreads - 1) / kThreads;
  const int blocks = needed < kMostBlocks ? needed : kMostBlocks;
  transform_pixels<<<blocks, kThreads, 0, stream>>>(d_image, d_pixels, d_row_spacing,
                                                    d_column_spacing, width, height,
                                                    sigma_s / sigma_r);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
