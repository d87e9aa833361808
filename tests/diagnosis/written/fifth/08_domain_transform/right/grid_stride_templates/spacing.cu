/// @file
/// Lab 08, stage spacing: a grid-stride loop over all pixels.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kBlock = 256;
constexpr int kMostBlocks = 1024;

__device__ int square(int x) { return x * x; }

__global__ void measure(const uchar4* __restrict__ image, float4* __restrict__ pixels,
                        float* __restrict__ to_left, float* __restrict__ to_upper, int width,
                        int count, float factor) {
  const auto way = [factor](uchar4 p, uchar4 q) {
    const int sum = square(p.x - q.x) + square(p.y - q.y) + square(p.z - q.z);
    return sqrtf(factor * sum + 1.0f);
  };
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < count; i += gridDim.x * kBlock) {
    const uchar4 pixel = image[i];
    float4 result = {};
    result.x = float(pixel.x) / 255.0f;
    result.y = float(pixel.y) / 255.0f;
    result.z = float(pixel.z) / 255.0f;
    pixels[i] = result;

    float left = 1.0f, upper = 1.0f;
    if (i % width != 0) left = way(pixel, image[i - 1]);
    if (i >= width) upper = way(pixel, image[i - width]);
    to_left[i] = left;
    to_upper[i] = upper;
  }
}

}  // namespace

void transform(const uchar4* d_image, float4* d_pixels, float* d_row_spacing,
               float* d_column_spacing, int width, int height, float sigma_s, float sigma_r,
               cudaStream_t stream) {
  const int count = width * height;
  const int blocks = std::min((count + kBlock - 1) / kBlock, kMostBlocks);
  const double ratio = double(sigma_s) / double(sigma_r);
  measure<<<blocks, kBlock, 0, stream>>>(d_image, d_pixels, d_row_spacing, d_column_spacing, width,
                                         count, float(ratio * ratio));
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
