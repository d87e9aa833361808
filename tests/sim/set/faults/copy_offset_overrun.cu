#include <cuda_runtime.h>
#include <cstdio>

__global__ void twice(int* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] *= 2;
}

// Sends the data in chunks; the last one is shorter, which the copy does not know.
int main() {
  const int n = 100, chunk = 32;
  int h[128] = {}, *d;
  cudaMalloc(&d, n * sizeof(int));
  cudaError_t e = cudaSuccess;
  for (int first = 0; first < n && e == cudaSuccess; first += chunk)
    e = cudaMemcpyAsync(d + first, h + first, chunk * sizeof(int),  // finds: wrong_copy
                        cudaMemcpyHostToDevice);
  printf("%s\n", cudaGetErrorString(e));
  twice<<<2, 64>>>(d, 96);
  cudaDeviceSynchronize();
  cudaFree(d);
}
