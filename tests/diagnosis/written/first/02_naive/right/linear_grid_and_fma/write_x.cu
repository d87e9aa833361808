/// @file
/// Lab 02, stage write_x: coordinates in float, exact up to 2^24, and a pointer to the row.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

__global__ void ramp(float* output) {
  // The grid covers the image exactly, so its width in threads is the image's.
  const unsigned row_length = gridDim.x * blockDim.x;
  const float x = fmaf(float(blockIdx.x), float(blockDim.x), float(threadIdx.x));
  float* const row = output + (blockIdx.y * blockDim.y + threadIdx.y) * row_length;
  row[static_cast<unsigned>(x)] = x;
}

}  // namespace

void write_x(float* d_output, int width, int height, dim3 block, cudaStream_t stream) {
  ramp<<<dim3(width / block.x, height / block.y, 1), block, 0, stream>>>(d_output);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
