// expect: error cuda
#include "fault.hpp"
__global__ void copy(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // finds: host_pointer
}
int main() {
  int* heap = new int[32]();
  int* out = nullptr;
  cudaMalloc(&out, 32 * sizeof(int));
  copy<<<1, 32>>>(heap, out);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(out);
  delete[] heap;
  return report(error);
}
