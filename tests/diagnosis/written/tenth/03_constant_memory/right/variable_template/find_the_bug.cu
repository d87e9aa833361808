// Lab 03, find the bug: always 16 coefficients, the missing ones zero, copied at every call.
#include <algorithm>
#include <array>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

using Coefficients = std::array<float, kMaxCoefficients>;

__constant__ float polynomial_coefficients[kMaxCoefficients];

/// Horner's rule, written out. Leading zeros leave the result 0 until the first real coefficient.
__device__ float polynomial_at(float value) {
  float result = 0.0f;
#pragma unroll
  for (int k = kMaxCoefficients - 1; k >= 0; --k)
    result = result * value + polynomial_coefficients[k];
  return result;
}

__global__ void apply_polynomial(const float* __restrict__ input, float* __restrict__ output,
                                 int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  output[y * width + x] = polynomial_at(input[y * width + x]);
}

}  // namespace

void polynomial(const float* d_input, float* d_output, int width, int height,
                const float* coefficients, int count, dim3 block, cudaStream_t stream) {
  Coefficients padded{};  // pageable: the runtime has taken its copy when the call returns
  std::copy_n(coefficients, count, padded.begin());
  KIT_CHECK(cudaMemcpyToSymbolAsync(polynomial_coefficients, padded.data(),
                                    sizeof(float) * padded.size(), 0, cudaMemcpyHostToDevice,
                                    stream));
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  apply_polynomial<<<grid, block, 0, stream>>>(d_input, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
