// expect: error cudaSuccess
// __threadfence_block() orders nothing for other blocks.
#include "fault.hpp"
__global__ void total(const int* in, int* partial, unsigned* done, int* result) {
  partial[blockIdx.x] = in[blockIdx.x];  // pair: global_race
  __threadfence_block();
  if (atomicInc(done, gridDim.x) != gridDim.x - 1) return;
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b];  // pair: global_race
  *result = sum;
}
int main() {
  int *in = nullptr, *partial = nullptr, *result = nullptr;
  unsigned* done = nullptr;
  cudaMalloc(&in, 64);
  cudaMemset(in, 0, 64);
  cudaMalloc(&partial, 64);
  cudaMalloc(&result, 4);
  cudaMalloc(&done, 4);
  cudaMemset(done, 0, 4);
  total<<<16, 1>>>(in, partial, done, result);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(partial);
  cudaFree(result);
  cudaFree(done);
  return report(error);
}
