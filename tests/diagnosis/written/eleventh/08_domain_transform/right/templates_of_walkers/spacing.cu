// A one-dimensional grid-stride loop over the pixels.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

template <typename T>
__device__ constexpr T squared(T value) {
  return value * value;
}

struct Metric {
  float ratio;
  __device__ float operator()(const uchar4& p, const uchar4& q) const {
    return hypotf(1.0f, ratio * sqrtf(float(squared(p.x - q.x) + squared(p.y - q.y) +
                                            squared(p.z - q.z))));
  }
};

__global__ void measure(const uchar4* __restrict__ image, float4* __restrict__ pixels,
                        float* __restrict__ to_left, float* __restrict__ to_top, int width,
                        int count, Metric metric) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const uchar4 own = image[i];
    to_left[i] = i % width == 0 ? 1.0f : metric(own, image[i - 1]);
    to_top[i] = i < width ? 1.0f : metric(own, image[i - width]);
    pixels[i] = {own.x / 255.0f, own.y / 255.0f, own.z / 255.0f, 0.0f};
  }
}

}  // namespace

void transform(const uchar4* d_image, float4* d_pixels, float* d_row_spacing,
               float* d_column_spacing, int width, int height, float sigma_s, float sigma_r,
               cudaStream_t stream) {
  const int count = width * height;
  const int blocks = std::min((count + 255) / 256, 1 << 14);
  measure<<<blocks, 256, 0, stream>>>(d_image, d_pixels, d_row_spacing, d_column_spacing, width,
                                      count, Metric{sigma_s / sigma_r});
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
