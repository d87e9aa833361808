/// @file
/// Lab 02, stage write_x: each thread finds its own pixel. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// One thread writes x into output pixel (x, y). There are as many threads as pixels.
__global__ void fill_with_x(float* output, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  output[y * width + x] = static_cast<float>(x);
}

}  // namespace

void write_x(float* d_output, int width, int height, dim3 block, cudaStream_t stream) {
  const dim3 grid(width / block.x, height / block.y);
  fill_with_x<<<grid, block, 0, stream>>>(d_output, width);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
