// expect: error cudaErrorLaunchFailure
// setting: KIT_SIM_FLOATS=finite
// The root by way of its inverse: of 0 there is none, and 0 times infinity is no number.
// says: divides by zero, or has an infinite result
#include "fault.hpp"
__global__ void root(const float* in, float* out) {
  const float square = in[threadIdx.x];
  out[threadIdx.x] = square * rsqrtf(square);  // finds: kernel_fault
}
int main() {
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 4 * 32);
  cudaMalloc(&out, 4 * 32);
  cudaMemset(in, 0, 4 * 32);
  root<<<1, 32>>>(in, out);
  return report(cudaDeviceSynchronize());
}
