/// @file
/// Lab 08, stage spacing: two kernels over a flat index with grid-stride loops.
#include <algorithm>
#include <cstdio>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

#define CUDA_CHECK(call) KIT_CHECK(call)

namespace lab08 {
namespace {

constexpr int kFlatThreads = 256;
constexpr int kMostBlocks = 2048;

__device__ __forceinline__ int square(int x) {
  return x * x;
}

__global__ void to_unit_range(const uchar4* __restrict__ image, float4* __restrict__ pixels,
                              int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const uchar4 p = image[i];
    pixels[i] = make_float4(p.x / 255.0f, p.y / 255.0f, p.z / 255.0f, 0.0f);
  }
}

/// Distance to the pixel `back` places earlier in memory; kAcross: it must be in the same row,
/// otherwise there must be a row above.
template <bool kAcross>
__global__ void measure(const uchar4* __restrict__ image, float* __restrict__ spacing, int width,
                        int count, float factor) {
  const int back = kAcross ? 1 : width;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const bool alone = kAcross ? i % width == 0 : i < width;
    int sum = 0;
    if (!alone) {
      const uchar4 a = image[i], b = image[i - back];
      sum = square(int(a.x) - int(b.x)) + square(int(a.y) - int(b.y)) +
            square(int(a.z) - int(b.z));
    }
    spacing[i] = sqrtf(fmaf(factor, float(sum), 1.0f));
  }
}

}  // namespace

void transform(const uchar4* d_image, float4* d_pixels, float* d_row_spacing,
               float* d_column_spacing, int width, int height, float sigma_s, float sigma_r,
               cudaStream_t stream) {
  const int count = width * height;
  const int blocks = std::min((count + kFlatThreads - 1) / kFlatThreads, kMostBlocks);
  const float factor = (sigma_s / sigma_r) * (sigma_s / sigma_r);
  to_unit_range<<<blocks, kFlatThreads, 0, stream>>>(d_image, d_pixels, count);
  CUDA_CHECK(cudaGetLastError());
  measure<true><<<blocks, kFlatThreads, 0, stream>>>(d_image, d_row_spacing, width, count, factor);
  CUDA_CHECK(cudaGetLastError());
  measure<false><<<blocks, kFlatThreads, 0, stream>>>(d_image, d_column_spacing, width, count,
                                                      factor);
  CUDA_CHECK(cudaGetLastError());
}

}  // namespace lab08
