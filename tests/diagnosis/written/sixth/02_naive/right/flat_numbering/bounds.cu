/// @file
/// Lab 02, stage any_size: threads are numbered through the whole grid, in memory's order.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// 64 bits: a flat image in high blocks has many more threads than pixels.
__device__ long long thread_number() {
  const long long block = static_cast<long long>(blockIdx.y) * gridDim.x + blockIdx.x;
  return block * (blockDim.x * blockDim.y) + (threadIdx.y * blockDim.x + threadIdx.x);
}

__global__ void scale_and_shift(const float* __restrict__ input, float* __restrict__ output,
                                int pixels, float gain, float offset) {
  const long long number = thread_number();
  if (number < pixels) output[number] = gain * input[number] + offset;
}

}  // namespace

void gain_and_offset(const float* d_input, float* d_output, int width, int height, float gain,
                     float offset, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  scale_and_shift<<<grid, block, 0, stream>>>(d_input, d_output, width * height, gain, offset);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
