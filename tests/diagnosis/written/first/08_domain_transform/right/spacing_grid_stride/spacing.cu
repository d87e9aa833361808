/// @file
/// Lab 08, stage spacing: a flat grid of limited size that strides over the image.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr unsigned kThreads = 256;
constexpr unsigned kMostBlocks = 640;

struct Image {
  const uchar4* __restrict__ pixel;
  unsigned width, size;
};

/// Sum of the squared differences of the pixels at two places.
template <typename Index>
__device__ int apart(const Image& image, Index p, Index q) {
  const uchar4 a = image.pixel[p];
  const uchar4 b = image.pixel[q];
  const auto square = [](int n) { return n * n; };
  return square(a.x - b.x) + square(a.y - b.y) + square(a.z - b.z);
}

__global__ void unroll_image(Image image, float4* __restrict__ pixels, float* __restrict__ across,
                             float* __restrict__ down, float weight) {
  const unsigned stride = gridDim.x * kThreads;
  unsigned x = (blockIdx.x * kThreads + threadIdx.x) % image.width;
  const unsigned shift = stride % image.width;
  for (unsigned p = blockIdx.x * kThreads + threadIdx.x; p < image.size; p += stride) {
    const uchar4 c = image.pixel[p];
    pixels[p] = {c.x / 255.0f, c.y / 255.0f, c.z / 255.0f, 0.0f};
    // Without a neighbour the pixel is its own, 1 apart.
    const unsigned left = p - (x != 0);
    const unsigned above = p < image.width ? p : p - image.width;
    across[p] = sqrtf(fmaf(weight, float(apart(image, left, p)), 1.0f));
    down[p] = sqrtf(fmaf(weight, float(apart(image, above, p)), 1.0f));
    x += shift;
    if (x >= image.width) x -= image.width;
  }
}

}  // namespace

void transform(const uchar4* d_image, float4* d_pixels, float* d_row_spacing,
               float* d_column_spacing, int width, int height, float sigma_s, float sigma_r,
               cudaStream_t stream) {
  const unsigned size = unsigned(width) * unsigned(height);
  const double ratio = double(sigma_s) / sigma_r;
  unroll_image<<<std::min(kMostBlocks, (size - 1) / kThreads + 1), kThreads, 0, stream>>>(
      Image{d_image, unsigned(width), size}, d_pixels, d_row_spacing, d_column_spacing,
      float(ratio * ratio));
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
