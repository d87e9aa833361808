#include <cuda_runtime.h>
#include <cstdio>

__global__ void square(int* v) {
  v[threadIdx.x] *= v[threadIdx.x];
}

int main() {
  int h[16], *d;
  for (int i = 0; i < 16; i++) h[i] = i;
  if (cudaMalloc(&d, sizeof h) != cudaSuccess) return 1;
  if (cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice) != cudaSuccess) return 1;
  square<<<1, 16>>>(d);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < 16; i++) {
    int v = d[i];
    printf("%d ", v);  // missed: device_pointer_on_host
  }
  puts("");
  cudaFree(d);
}
