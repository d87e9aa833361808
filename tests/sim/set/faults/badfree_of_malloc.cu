#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void twice(float* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] *= 2;
}

int main() {
  const int n = 50;
  float *d_v, *h_v = (float*)malloc(n * sizeof(float));
  for (int i = 0; i < n; i++) h_v[i] = i;
  cudaMalloc(&d_v, n * sizeof(float));
  cudaMemcpy(d_v, h_v, n * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<1, 64>>>(d_v, n);
  cudaMemcpy(h_v, d_v, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", h_v[7]);
  cudaError_t status = cudaFree(h_v);  // finds: bad_free
  printf("%s\n", cudaGetErrorString(status));
  cudaFree(d_v);
  free(h_v);
}
