/// @file
/// Lab 02, stage bug: mirrored without y: from the row's first pixel, go as far as x is from its end.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

__global__ void mirror_image(const float* __restrict__ input, float* __restrict__ output, int width,
                             int height) {
  const int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  if (pixel >= width * height) return;
  const int from_left = pixel % width;
  const int from_right = width - 1 - from_left;
  output[pixel] = input[pixel - from_left + from_right];
}

}  // namespace

void mirror(const float* d_input, float* d_output, int width, int height, int threads,
            cudaStream_t stream) {
  const int blocks = (width * height + threads - 1) / threads;
  mirror_image<<<blocks, threads, 0, stream>>>(d_input, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
