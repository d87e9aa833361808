#include <cuda_runtime.h>
#include <cstdio>

// First position whose element is greater than key; "hi" is inclusive here and starts one too high.
__device__ int upper_bound(const int* a, int n, int key) {
  int lo = 0, hi = n;
  while (lo <= hi) {
    int mid = lo + (hi - lo) / 2;
    if (a[mid] <= key)  // finds: out_of_bounds
      lo = mid + 1;
    else
      hi = mid - 1;
  }
  return lo;
}

__global__ void lookup(const int* table, int n, const int* keys, int* pos, int m) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < m) pos[i] = upper_bound(table, n, keys[i]);
}

int main() {
  const int n = 100, m = 64;
  int table[n], keys[m], pos[m];
  for (int i = 0; i < n; i++) table[i] = 3 * i;
  for (int i = 0; i < m; i++) keys[i] = 5 * i;
  int *dt, *dk, *dp;
  cudaMalloc(&dt, sizeof table);
  cudaMalloc(&dk, sizeof keys);
  cudaMalloc(&dp, sizeof pos);
  cudaMemcpy(dt, table, sizeof table, cudaMemcpyHostToDevice);
  cudaMemcpy(dk, keys, sizeof keys, cudaMemcpyHostToDevice);
  lookup<<<2, 32>>>(dt, n, dk, dp, m);
  cudaError_t e = cudaMemcpy(pos, dp, sizeof pos, cudaMemcpyDeviceToHost);
  printf("%d (%s)\n", pos[10], cudaGetErrorName(e));
  cudaFree(dt);
  cudaFree(dk);
  cudaFree(dp);
}
