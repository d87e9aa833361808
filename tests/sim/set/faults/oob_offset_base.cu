#include <cuda_runtime.h>
#include <cstdio>

__global__ void smooth(float* mid, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x - n;  // from -n to n - 1
  if (i < n) {
    float v = i * 0.5f;
    mid[i] = v;  // finds: out_of_bounds
  }
}

int main() {
  const int n = 128;
  float* d;
  cudaMalloc(&d, 2 * n * sizeof(float));
  smooth<<<2, n>>>(d + n - 1, n);  // the middle is at d + n
  float h[2 * n];
  cudaError_t e = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[0], cudaGetErrorString(e));
  cudaFree(d);
}
