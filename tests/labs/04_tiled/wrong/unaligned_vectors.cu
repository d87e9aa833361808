// Wrong on purpose: four pixels are stored at once wherever they begin, also where that is no
// multiple of 16 bytes.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

constexpr int kWidest = 17;  // filter that this kernel takes
constexpr int kOutputs = 4;  // of a thread, in x: one store of 16 bytes

/// A filter as a kernel's argument.
struct Weights {
  float at[kWidest * kWidest];
};

/// The value at (x, y), which may lie outside the image: then what the border puts there.
__device__ float pixel_or_border(const float* image, int width, int height, int x, int y,
                                 kit::Border border) {
  if (border == kit::Border::clamp) {
    x = min(max(x, 0), width - 1);
    y = min(max(y, 0), height - 1);
  } else if (x < 0 || x >= width || y < 0 || y >= height) {
    return 0.0f;
  }
  return image[y * width + x];
}

__global__ void convolve_four(const float* input, float* output, int width, int height,
                              const Weights weights, int filter_width, kit::Border border) {
  const int x = kOutputs * (blockIdx.x * blockDim.x + threadIdx.x);
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int radius = filter_width / 2;
  float sums[kOutputs] = {};
  for (int j = 0; j < filter_width; ++j)
    for (int i = 0; i < filter_width; ++i)
      for (int n = 0; n < kOutputs; ++n)
        sums[n] +=
            weights.at[j * filter_width + i] *
            pixel_or_border(input, width, height, x + n + i - radius, y + j - radius, border);
  float* const target = output + y * width + x;
  if (x + kOutputs <= width) {
    *reinterpret_cast<float4*>(target) = make_float4(sums[0], sums[1], sums[2], sums[3]);
  } else {
    for (int n = 0; x + n < width; ++n) target[n] = sums[n];
  }
}

}  // namespace

void convolve_registers(const float* d_input, float* d_output, int width, int height,
                        const float* filter, int filter_width, kit::Border border,
                        cudaStream_t stream) {
  const dim3 block(32, 4);
  if (filter_width > kWidest)
    return convolve(d_input, d_output, width, height, filter, filter_width, border, block, stream);
  Weights weights;
  std::copy_n(filter, filter_width * filter_width, weights.at);
  const int pixels = kOutputs * int(block.x);  // of a block, in x
  const dim3 grid((width + pixels - 1) / pixels, (height + block.y - 1) / block.y);
  convolve_four<<<grid, block, 0, stream>>>(d_input, d_output, width, height, weights, filter_width,
                                            border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
