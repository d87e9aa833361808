/// @file
/// Lab 02, stage kernel: one thread per pixel; border and common filter widths are template
/// arguments, so that the compiler can unroll.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

using Kernel = void (*)(const float*, float*, int, int, const float*, int);

template <kit::Border kBorder>
__device__ __forceinline__ float fetch(const float* image, int width, int height, int x, int y) {
  if constexpr (kBorder == kit::Border::zero) {
    // As unsigned numbers the negative ones are large.
    const bool inside = static_cast<unsigned>(x) < static_cast<unsigned>(width) &&
                        static_cast<unsigned>(y) < static_cast<unsigned>(height);
    return inside ? image[y * width + x] : 0.0f;
  } else {
    return image[max(min(y, height - 1), 0) * width + max(min(x, width - 1), 0)];
  }
}

/// kWidth is the filter's width, or 0: then only filter_width says it.
template <kit::Border kBorder, int kWidth>
__global__ void convolve_naive(const float* input, float* output, int width, int height,
                               const float* filter, int filter_width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const int taps = kWidth > 0 ? kWidth : filter_width;
    const int left = x - taps / 2;
    const int top = y - taps / 2;
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < taps; ++j) {
#pragma unroll
      for (int i = 0; i < taps; ++i) {
        sum += filter[j * taps + i] * fetch<kBorder>(input, width, height, left + i, top + j);
      }
    }
    output[y * width + x] = sum;
  }
}

template <kit::Border kBorder>
Kernel kernel_for(int filter_width) {
  switch (filter_width) {
    case 1: return convolve_naive<kBorder, 1>;
    case 3: return convolve_naive<kBorder, 3>;
    case 5: return convolve_naive<kBorder, 5>;
    default: return convolve_naive<kBorder, 0>;
  }
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const Kernel kernel = border == kit::Border::clamp
                            ? kernel_for<kit::Border::clamp>(filter_width)
                            : kernel_for<kit::Border::zero>(filter_width);
  const dim3 grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
  kernel<<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter, filter_width);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
