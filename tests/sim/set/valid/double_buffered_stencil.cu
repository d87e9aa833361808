#include <cuda_runtime.h>
#include <cstdio>

__global__ void relax(float* data, int n, int steps) {
  __shared__ float buf[2][130];
  int t = threadIdx.x, cur = 0;
  buf[0][t + 1] = data[t];
  if (t == 0) buf[0][0] = buf[1][0] = 0, buf[0][n + 1] = buf[1][n + 1] = 0;
  __syncthreads();
  for (int s = 0; s < steps; s++, cur ^= 1) {
    buf[cur ^ 1][t + 1] = 0.5f * buf[cur][t + 1] + 0.25f * (buf[cur][t] + buf[cur][t + 2]);
    __syncthreads();
  }
  data[t] = buf[cur][t + 1];
}

int main() {
  const int n = 128;
  float h[n] = {}, *d;
  h[64] = 1024;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  relax<<<1, n>>>(d, n, 5);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", h[64]);
  cudaFree(d);
  return h[64] == 252 ? 0 : 1;
}
