#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

__global__ void count(int* v) {
  v[threadIdx.x]++;
}

int main() {
  std::vector<int> host(32, 7);
  int* d;
  cudaMalloc(&d, 32 * sizeof(int));
  cudaMemset(d, 0, 32 * sizeof(int));
  count<<<1, 32>>>(d);
  cudaError_t e = cudaMemset(host.data(), 0, 32 * sizeof(int));  // finds: wrong_copy
  printf("%s\n", cudaGetErrorString(e));
  e = cudaMemcpy(host.data(), d, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", host[0]);
  cudaFree(d);
}
