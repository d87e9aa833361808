#include <cuda_runtime.h>
#include <cstdio>

__constant__ int table[8];

__device__ void bump(const int* p) {
  int* q = const_cast<int*>(p);
  *q = 5;  // finds: read_only_write
}

__global__ void adapt(int* out) {
  if (threadIdx.x == 3) bump(&table[3]);
  out[threadIdx.x] = threadIdx.x;
}

int main() {
  int h[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *out;
  cudaMalloc(&out, sizeof h);
  cudaMemcpyToSymbol(table, h, sizeof h);
  adapt<<<1, 8>>>(out);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(out);
}
