#include <cuda_runtime.h>
#include <cstdio>

__device__ float highest = -1;

__global__ void find_max(const float* in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (in[i] > highest)  // finds: global_race
      highest = in[i];    // finds: global_race
  }
}

int main() {
  const int n = 300;
  float h[n], r, *in;
  for (int i = 0; i < n; i++) h[i] = (i * 17) % 311;
  cudaMalloc(&in, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  find_max<<<2, 64>>>(in, n);
  cudaMemcpyFromSymbol(&r, highest, sizeof r);
  printf("%d\n", r > 0);
  cudaFree(in);
}
