#include <cuda_runtime.h>
#include <cstdio>

__global__ void negate(int* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = -v[i];
}

int main() {
  const int n = 64;
  int *host, *dev;
  cudaMallocHost(&host, n * sizeof(int));  // finds: leak
  cudaMalloc(&dev, n * sizeof(int));
  for (int i = 0; i < n; i++) host[i] = i;
  cudaMemcpyAsync(dev, host, n * sizeof(int), cudaMemcpyHostToDevice);
  negate<<<2, 32>>>(dev, n);
  cudaMemcpyAsync(host, dev, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  printf("%d\n", host[63]);
  cudaFree(dev);
}
