#include <cuda_runtime.h>
#include <cstdio>

// One atomic for all lanes of a warp that have the same key.
__global__ void count_keys(const int* keys, int* counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned active = __ballot_sync(~0u, i < n);
  if (i < n) {
    int k = keys[i];
    unsigned same = __match_any_sync(active, k);
    if (__ffs(same) - 1 == (threadIdx.x & 31)) atomicAdd(&counts[k], __popc(same));
  }
}

int main() {
  const int n = 200;
  int h[n], c[8], *keys, *counts;
  for (int i = 0; i < n; i++) h[i] = (i / 3) % 8;
  cudaMalloc(&keys, sizeof h);
  cudaMalloc(&counts, sizeof c);
  cudaMemset(counts, 0, sizeof c);
  cudaMemcpy(keys, h, sizeof h, cudaMemcpyHostToDevice);
  count_keys<<<4, 64>>>(keys, counts, n);
  cudaMemcpy(c, counts, sizeof c, cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int v : c) sum += v;
  printf("%d\n", sum);
  cudaFree(keys);
  cudaFree(counts);
  return sum == n ? 0 : 1;
}
