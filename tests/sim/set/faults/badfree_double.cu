#include <cuda_runtime.h>
#include <cstdio>

__global__ void ones(float* p) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 256 * sizeof(float));
  cudaMalloc(&b, 256 * sizeof(float));
  ones<<<2, 128>>>(a);
  ones<<<2, 128>>>(b);
  float h[256];
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  float* best = a;
  printf("%g\n", h[3]);
  cudaFree(best);
  cudaFree(b);
  cudaError_t e = cudaFree(a);  // finds: bad_free
  if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e));
}
