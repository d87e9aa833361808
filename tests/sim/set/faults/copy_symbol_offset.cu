#include <cuda_runtime.h>
#include <cstdio>

struct Filter {
  int radius;
  float taps[9];
};
__constant__ Filter filters[2];

__global__ void read_back(float* out) {
  out[threadIdx.x] = filters[0].taps[threadIdx.x];
}

int main() {
  Filter f = {4, {1, 2, 3, 4, 5, 4, 3, 2, 1}};
  float h[9], *out;
  cudaMalloc(&out, sizeof h);
  cudaMemcpyToSymbol(filters, &f, sizeof f);
  cudaError_t e = cudaMemcpyToSymbol(filters, &f, sizeof f, 2 * sizeof f);  // finds: wrong_copy
  if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e));
  read_back<<<1, 9>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", h[4]);
  cudaFree(out);
}
