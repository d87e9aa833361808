#include <cuda_runtime.h>
#include <cstdio>

constexpr int K = 6;

// Each thread sorts its K values; the test of j comes too late.
__global__ void sort_groups(float* v, int groups) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (g >= groups) return;
  float a[K];
  for (int i = 0; i < K; ++i) a[i] = v[g * K + i];
  for (int i = 1; i < K; ++i) {
    float key = a[i];
    int j = i - 1;
    while (a[j] > key && j >= 0) {  // finds: out_of_bounds
      a[j + 1] = a[j];
      --j;
    }
    a[j + 1] = key;
  }
  for (int i = 0; i < K; ++i) v[g * K + i] = a[i];
}

int main() {
  const int groups = 40;
  float h[groups * K];
  for (int i = 0; i < groups * K; i++) h[i] = (i * 29) % 31;
  float* d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  sort_groups<<<2, 32>>>(d, groups);
  cudaError_t e = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[0], cudaGetErrorString(e));
  cudaFree(d);
}
