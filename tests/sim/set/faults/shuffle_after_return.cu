#include <cuda_runtime.h>
#include <cstdio>

// Threads behind the end leave, and the others sum with a full mask.
__global__ void dot(const float* a, const float* b, int n, float* result) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float p = a[i] * b[i];
  for (int o = 16; o > 0; o >>= 1)
    p += __shfl_down_sync(0xffffffff, p, o);  // finds: shuffle_inactive_lane
  if (threadIdx.x % 32 == 0) atomicAdd(result, p);
}

int main() {
  const int n = 100;
  float h[n], r = 0, *a, *b, *d;
  for (float& v : h) v = 1;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMalloc(&d, sizeof r);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(d, 0, sizeof r);
  dot<<<2, 64>>>(a, b, n, d);
  cudaMemcpy(&r, d, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r > 0);
  cudaFree(a);
  cudaFree(b);
  cudaFree(d);
}
