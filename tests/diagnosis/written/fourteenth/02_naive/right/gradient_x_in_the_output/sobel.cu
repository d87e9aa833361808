// Lab 02: gradient magnitude from two convolutions and a combining kernel.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

constexpr int kSobelWidth = 3;

// `gradient` holds gx before and the magnitude after; each thread reads and writes its own pixel.
__global__ void combine_in_place(float* gradient, const float* gradient_y, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  float* const mine = gradient + y * width + x;
  const float gx = *mine;
  const float gy = gradient_y[y * width + x];
  *mine = sqrtf(gx * gx + gy * gy);
}

}  // namespace

void sobel_magnitude(const float* d_input, float* d_output, int width, int height,
                     const float* d_sobel_x, const float* d_sobel_y, float* d_workspace,
                     kit::Border border, dim3 block, cudaStream_t stream) {
  // The stream keeps the order, so gx may wait in the output; only gy needs the workspace.
  convolve(d_input, d_output, width, height, d_sobel_x, kSobelWidth, border, block, stream);
  convolve(d_input, d_workspace, width, height, d_sobel_y, kSobelWidth, border, block, stream);

  const unsigned columns = (width + block.x - 1) / block.x;
  const unsigned rows = (height + block.y - 1) / block.y;
  combine_in_place<<<dim3(columns, rows), block, 0, stream>>>(d_output, d_workspace, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
