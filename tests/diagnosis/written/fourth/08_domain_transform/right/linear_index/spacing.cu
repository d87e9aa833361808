/// @file
/// Lab 08, stage spacing: a one-dimensional grid that strides over the pixels in storage order.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr unsigned kThreads = 256;
constexpr unsigned kMaxBlocks = 4096;

struct Grey {
  int r, g, b;
  __device__ explicit Grey(uchar4 p) : r(p.x), g(p.y), b(p.z) {}
};

__device__ int squared(Grey a, Grey b) {
  const auto square = [](int v) { return v * v; };
  return square(a.r - b.r) + square(a.g - b.g) + square(a.b - b.b);
}

__global__ void measure(const uchar4* __restrict__ image, float4* __restrict__ pixels,
                        float2 ratio_squared, float* __restrict__ left, float* __restrict__ up,
                        unsigned width, unsigned count) {
  const unsigned stride = gridDim.x * kThreads;
  for (unsigned i = blockIdx.x * kThreads + threadIdx.x; i < count; i += stride) {
    const Grey here(image[i]);
    pixels[i] = {float(here.r) / 255.0f, float(here.g) / 255.0f, float(here.b) / 255.0f, 0.0f};
    // The pixel itself in the place of a neighbour that is not there: no difference, distance 1.
    const unsigned before = i % width == 0 ? i : i - 1;
    const unsigned above = i < width ? i : i - width;
    left[i] = sqrtf(fmaf(ratio_squared.x, float(squared(here, Grey(image[before]))), 1.0f));
    up[i] = sqrtf(fmaf(ratio_squared.y, float(squared(here, Grey(image[above]))), 1.0f));
  }
}

}  // namespace

void transform(const uchar4* d_image, float4* d_pixels, float* d_row_spacing,
               float* d_column_spacing, int width, int height, float sigma_s, float sigma_r,
               cudaStream_t stream) {
  const unsigned count = unsigned(width) * unsigned(height);
  const unsigned wanted = (count + kThreads - 1) / kThreads;
  const double ratio = double(sigma_s) / double(sigma_r);
  const float squared_ratio = float(ratio * ratio);
  measure<<<wanted < kMaxBlocks ? wanted : kMaxBlocks, kThreads, 0, stream>>>(
      d_image, d_pixels, {squared_ratio, squared_ratio}, d_row_spacing, d_column_spacing,
      unsigned(width), count);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
