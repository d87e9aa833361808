/// @file
/// Lab 02, stage bug: the mirrored place, found from where the pixel's row begins in memory.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// One thread computes one pixel: the one that stands at its own number in memory.
__global__ void mirror_image(const float* __restrict__ input, float* __restrict__ output, int width,
                             int height) {
  const int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  if (pixel >= width * height) return;
  const int row_begin = pixel - pixel % width;
  const int row_end = row_begin + width;
  output[pixel] = input[row_begin + (row_end - 1 - pixel)];
}

}  // namespace

void mirror(const float* d_input, float* d_output, int width, int height, int threads,
            cudaStream_t stream) {
  const int blocks = (width * height + threads - 1) / threads;
  mirror_image<<<blocks, threads, 0, stream>>>(d_input, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
