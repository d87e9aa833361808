// expect: error cuda
// The device's heap has 8 MiB: the ninth thread gets none of it.
#include "fault.hpp"
__global__ void take_much(int* firsts) {
  int* own = static_cast<int*>(malloc(1000 * 1000));
  __syncthreads();
  for (unsigned i = 0; i < 32; ++i) own[i] = int(i);  // finds: null_pointer
  firsts[threadIdx.x] = own[(threadIdx.x + 1) % 32];
  free(own);
}
int main() {
  int* firsts = nullptr;
  cudaMalloc(&firsts, 128);
  take_much<<<1, 32>>>(firsts);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(firsts);
  return report(error);
}
