// Right: each thread stores to the mirrored place and reads straight.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

constexpr int kMaxThreads = 1024;

__global__ void __launch_bounds__(kMaxThreads)
    turn_kernel(const float* __restrict__ in, float* __restrict__ out, int width, int height) {
  // The store is turned around, the read is straight.
  __shared__ float exchange[kMaxThreads];
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
  const unsigned partner = thread - threadIdx.x + (blockDim.x - 1 - threadIdx.x);
  const bool inside = x < static_cast<unsigned>(width) && y < static_cast<unsigned>(height);
  float* const slot = exchange + partner;
  if (inside) {
    *slot = in[y * width + x];
  } else {
    *slot = 0.0f;
  }
  __syncthreads();
  if (inside) out[y * width + x] = exchange[thread];
}

}  // namespace

void turn_rows(const float* d_input, float* d_output, int width, int height, dim3 block,
               cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  turn_kernel<<<grid, block, 0, stream>>>(d_input, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
