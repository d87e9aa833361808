// Lab 02. The border is decided before the launch: it is a parameter of the kernel's template.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

constexpr unsigned divide_up(unsigned n, unsigned by) { return n / by + (n % by != 0 ? 1u : 0u); }

__device__ int limited(int value, int size) {
  return value < 0 ? 0 : (value < size ? value : size - 1);
}

template <bool kClamp>
__device__ float fetch(const float* image, int width, int height, int x, int y) {
  if (kClamp) return image[limited(y, height) * width + limited(x, width)];
  const bool exists = unsigned(x) < unsigned(width) && unsigned(y) < unsigned(height);
  return exists ? image[y * width + x] : 0.0f;
}

template <bool kClamp>
__global__ void correlate(const float* input, float* output, int width, int height,
                          const float* filter, int filter_width) {
  const int x = threadIdx.x + blockDim.x * blockIdx.x;
  const int y = threadIdx.y + blockDim.y * blockIdx.y;
  if (x < width && y < height) {
    const int r = filter_width / 2;
    const float* weight = filter;
    float sum = 0.0f;
    for (int dy = -r; dy <= r; ++dy) {
      for (int dx = -r; dx <= r; ++dx) {
        sum = fmaf(*weight, fetch<kClamp>(input, width, height, x + dx, y + dy), sum);
        ++weight;
      }
    }
    output[y * width + x] = sum;
  }
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid(divide_up(width, block.x), divide_up(height, block.y));
  if (border == kit::Border::clamp) {
    correlate<true>
        <<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter, filter_width);
  } else {
    correlate<false>
        <<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter, filter_width);
  }
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
