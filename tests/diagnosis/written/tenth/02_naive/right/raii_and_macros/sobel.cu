// Lab 02: gradient magnitude. The magnitude needs no coordinates: its block is the given one, its
// threads are counted through.
#include <cstddef>

#include "device_array.cuh"
#include "lab.hpp"

namespace lab02 {
namespace {

__global__ void magnitude_kernel(const float* gx, const float* gy, float* out, long long count) {
  const long long thread = threadIdx.y * blockDim.x + threadIdx.x;
  const long long i = static_cast<long long>(blockIdx.x) * (blockDim.x * blockDim.y) + thread;
  if (i >= count) return;
  const float x = gx[i], y = gy[i];
  out[i] = sqrtf(x * x + y * y);
}

}  // namespace

void sobel_magnitude(const float* d_input, float* d_output, int width, int height,
                     const float* d_sobel_x, const float* d_sobel_y, float* d_workspace,
                     kit::Border border, dim3 block, cudaStream_t stream) {
  const long long count = static_cast<long long>(width) * height;
  float* const d_gx = &d_workspace[0];
  float* const d_gy = &d_workspace[count];
  const struct {
    const float* weights;
    float* result;
  } passes[] = {{d_sobel_x, d_gx}, {d_sobel_y, d_gy}};
  for (const auto& pass : passes) {
    convolve(d_input, pass.result, width, height, pass.weights, 3, border, block, stream);
  }

  const unsigned per_block = block.x * block.y;
  const unsigned blocks = static_cast<unsigned>((count + per_block - 1) / per_block);
  magnitude_kernel<<<blocks, block, 0, stream>>>(d_gx, d_gy, d_output, count);
  CUDA_CALL(cudaGetLastError());
}

}  // namespace lab02
