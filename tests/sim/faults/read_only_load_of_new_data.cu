// expect: error cudaSuccess
#include "fault.hpp"
__global__ void two_steps(const float* in, float* middle, float* out) {
  middle[threadIdx.x] = 2 * in[threadIdx.x];  // names: the write
  __syncthreads();
  out[threadIdx.x] = __ldg(&middle[(threadIdx.x + 1) % 64]);  // finds: read_only_write
}
int main() {
  float *in = nullptr, *middle = nullptr, *out = nullptr;
  cudaMalloc(&in, 256);
  cudaMemset(in, 0, 256);
  cudaMalloc(&middle, 256);
  cudaMalloc(&out, 256);
  two_steps<<<1, 64>>>(in, middle, out);
  cudaFree(in);
  cudaFree(middle);
  cudaFree(out);
  return report(cudaDeviceSynchronize());
}
