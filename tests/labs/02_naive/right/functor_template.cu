// Right: a kernel template with a functor, coordinates in an int2, __ldg and a fused multiply-
// add.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

struct Affine {
  float gain;
  float offset;
  __device__ float operator()(float v) const { return fmaf(gain, v, offset); }
};

template <typename Operation>
__global__ void for_each_pixel(const float* __restrict__ in, float* __restrict__ out, int2 size,
                               Operation operation) {
  const int2 at =
      make_int2(blockDim.x * blockIdx.x + threadIdx.x, blockDim.y * blockIdx.y + threadIdx.y);
  if (at.x < size.x && at.y < size.y) {
    const std::size_t n = static_cast<std::size_t>(at.y) * size.x + at.x;
    out[n] = operation(__ldg(in + n));
  }
}

unsigned round_up_quotient(unsigned a, unsigned b) {
  return a / b + (a % b != 0);
}

}  // namespace

void gain_and_offset(const float* d_input, float* d_output, int width, int height, float gain,
                     float offset, dim3 block, cudaStream_t stream) {
  const dim3 grid{round_up_quotient(width, block.x), round_up_quotient(height, block.y), 1};
  for_each_pixel<<<grid, block, 0, stream>>>(d_input, d_output, make_int2(width, height),
                                             Affine{gain, offset});
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
