/// @file
/// Lab 02, stage any_size: a grid that is larger than the image. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// One thread computes output pixel (x, y); threads beyond the image do nothing.
__global__ void scale_and_shift(const float* __restrict__ input, float* __restrict__ output,
                                int width, int height, float gain, float offset) {
  const unsigned columns = width;
  const unsigned rows = height;
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows) {
    const unsigned pixel = y * columns + x;
    output[pixel] = gain * input[pixel] + offset;
  }
}

}  // namespace

void gain_and_offset(const float* d_input, float* d_output, int width, int height, float gain,
                     float offset, dim3 block, cudaStream_t stream) {
  const dim3 grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
  scale_and_shift<<<grid, block, 0, stream>>>(d_input, d_output, width, height, gain, offset);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
