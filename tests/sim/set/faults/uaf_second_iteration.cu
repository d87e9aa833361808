#include <cuda_runtime.h>
#include <cstdio>

__global__ void accumulate(const float* step, float* total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = step[i];  // finds: use_after_free
    total[i] += s;
  }
}

int main() {
  const int n = 100;
  float h[n];
  for (int i = 0; i < n; i++) h[i] = 1;
  float *step, *total;
  cudaMalloc(&step, sizeof h);
  cudaMalloc(&total, sizeof h);
  cudaMemset(total, 0, sizeof h);
  cudaMemcpy(step, h, sizeof h, cudaMemcpyHostToDevice);
  for (int iteration = 0; iteration < 3; iteration++) {
    accumulate<<<2, 64>>>(step, total, n);  // finds: unchecked_error
    if (iteration == 0) cudaFree(step);
  }
  cudaError_t e = cudaMemcpy(h, total, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[0], cudaGetErrorString(e));
  cudaFree(total);
}
