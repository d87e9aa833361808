/// @file
/// Lab 02, stage any_size: the blocks are numbered along one dimension, row of blocks after row of blocks.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

__global__ void affine(const float* input, float* output, int width, int height, float gain,
                       float offset, unsigned blocks_per_row) {
  const unsigned x = blockIdx.x % blocks_per_row * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.x / blocks_per_row * blockDim.y + threadIdx.y;
  if (x < unsigned(width) && y < unsigned(height)) {
    const size_t skip = static_cast<size_t>(y) * width + x;
    *(output + skip) = fmaf(gain, *(input + skip), offset);
  }
}

}  // namespace

void gain_and_offset(const float* d_input, float* d_output, int width, int height, float gain,
                     float offset, dim3 block, cudaStream_t stream) {
  const unsigned across = (width - 1) / block.x + 1;
  const unsigned down = (height - 1) / block.y + 1;
  affine<<<across * down, block, 0, stream>>>(d_input, d_output, width, height, gain, offset,
                                              across);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
