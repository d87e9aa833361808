#include <cuda_runtime.h>
#include <cstdio>

__global__ void rotate(int* v, int by) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = v[t];  // pair: shared_race
  __syncwarp();
  v[t] = s[(t + by) % 128];  // pair: shared_race
}

int main() {
  int h[128];
  for (int i = 0; i < 128; i++) h[i] = i;
  int* d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  rotate<<<1, 128>>>(d, 48);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0] == 48);
  cudaFree(d);
}
