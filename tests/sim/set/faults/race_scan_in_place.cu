#include <cuda_runtime.h>
#include <cstdio>

__global__ void inclusive_scan(int* data) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  for (int d = 1; d < 64; d <<= 1) {
    if (t >= d) s[t] += s[t - d];  // finds: shared_race
    __syncthreads();
  }
  data[t] = s[t];
}

int main() {
  int h[64];
  for (int i = 0; i < 64; i++) h[i] = 1;
  int* d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  inclusive_scan<<<1, 64>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[63] == 64);
  cudaFree(d);
}
