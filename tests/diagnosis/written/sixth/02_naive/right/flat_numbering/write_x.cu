/// @file
/// Lab 02, stage write_x: threads are numbered through the whole grid, in memory's order.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// As many threads as pixels: thread number n writes pixel number n, which is in column n % width.
__global__ void fill_with_x(float* output, int width) {
  const unsigned in_block = threadIdx.y * blockDim.x + threadIdx.x;
  const unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  const unsigned number = block * (blockDim.x * blockDim.y) + in_block;
  output[number] = static_cast<float>(number % static_cast<unsigned>(width));
}

}  // namespace

void write_x(float* d_output, int width, int height, dim3 block, cudaStream_t stream) {
  const dim3 grid(width / block.x, height / block.y);
  fill_with_x<<<grid, block, 0, stream>>>(d_output, width);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
