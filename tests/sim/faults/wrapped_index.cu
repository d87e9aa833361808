// expect: error cudaErrorIllegalAddress
// An unsigned index that goes below 0 is 2^32 elements too large.
// says: an unsigned index below 0 becomes that large
#include "fault.hpp"
__global__ void left_neighbour(const float* in, float* out) {
  const unsigned x = threadIdx.x;
  out[x] = in[x] - in[x - 1u];  // finds: out_of_bounds
}
int main() {
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 128);  // names: the buffer was allocated
  cudaMalloc(&out, 128);
  cudaMemset(in, 0, 128);
  left_neighbour<<<1, 32>>>(in, out);
  return report(cudaDeviceSynchronize());
}
