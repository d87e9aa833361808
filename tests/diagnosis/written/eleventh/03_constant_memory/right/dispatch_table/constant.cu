// Lab 03, stage constant.
#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "pixels.cuh"

namespace lab03 {
namespace {

__constant__ float weights[kMaxFilterWidth * kMaxFilterWidth];

template <kit::Border B>
__global__ void convolve_kernel(pixels::Reader<B> pixel, float* __restrict__ output,
                                int filter_width) {
  const int x = threadIdx.x + blockIdx.x * blockDim.x;
  const int y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x < pixel.width && y < pixel.height) {
    const int r = filter_width / 2;
    float acc = 0.0f;
    const float* row = weights;
    for (int dy = -r; dy <= r; ++dy, row += filter_width)
      for (int dx = -r; dx <= r; ++dx) acc += row[dx + r] * pixel(x + dx, y + dy);
    output[x + y * pixel.width] = acc;
  }
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(weights, filter,
                                    filter_width * filter_width * sizeof(*filter), 0,
                                    cudaMemcpyHostToDevice, stream));
  const dim3 grid = pixels::cover(width, height, block);
  switch (border) {
    case kit::Border::clamp: {
      const pixels::Reader<kit::Border::clamp> reader{d_input, width, height};
      convolve_kernel<<<grid, block, 0, stream>>>(reader, d_output, filter_width);
      break;
    }
    default: {
      const pixels::Reader<kit::Border::zero> reader{d_input, width, height};
      convolve_kernel<<<grid, block, 0, stream>>>(reader, d_output, filter_width);
      break;
    }
  }
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
