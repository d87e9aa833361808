/// @file
/// Lab 03, find the bug: a polynomial of the pixel's value. Read "Find the bug" in README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

/// The polynomial of the launch at hand, its constant term first.
__constant__ float polynomial_coefficients[kMaxCoefficients];

/// Queues the copy of the coefficients to constant memory.
void upload(const float* coefficients, int count, cudaStream_t stream) {
  const std::size_t bytes = sizeof(float) * count;
  KIT_CHECK(cudaMemcpyToSymbolAsync(polynomial_coefficients, coefficients, bytes, 0,
                                    cudaMemcpyHostToDevice, stream));
}

/// Horner's rule: from the highest power down, one product and one sum for each coefficient.
__device__ float polynomial_at(float value, int count) {
  float result = 0.0f;
  for (int k = count - 1; k >= 0; --k) result = result * value + polynomial_coefficients[k];
  return result;
}

/// One thread for each pixel.
__global__ void apply_polynomial(const float* __restrict__ input, float* __restrict__ output,
                                 int width, int height, int count) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  output[y * width + x] = polynomial_at(input[y * width + x], count);
}

}  // namespace

void polynomial(const float* d_input, float* d_output, int width, int height,
                const float* coefficients, int count, dim3 block, cudaStream_t stream) {
  upload(coefficients, count, stream);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  apply_polynomial<<<grid, block, 0, stream>>>(d_input, d_output, width, height, count);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
