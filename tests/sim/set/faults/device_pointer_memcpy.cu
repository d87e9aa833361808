#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

__global__ void invert(unsigned char* px, size_t n) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i < n) px[i] = 255 - px[i];
}

int main() {
  const size_t n = 300;
  unsigned char h[n], r[n], *d;
  for (size_t i = 0; i < n; i++) h[i] = (unsigned char)i;
  cudaMalloc(&d, n);
  cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
  invert<<<3, 128>>>(d, n);
  cudaError_t e = cudaDeviceSynchronize();
  memcpy(r, d, n);  // finds: device_pointer_on_host
  printf("%d %s\n", r[0], cudaGetErrorString(e));
  cudaFree(d);
}
