#include <cuda_runtime.h>
#include <cstdio>

// A lock for each bucket, tried in a loop that lets the lanes of a warp go on one after the other.
__global__ void insert(const int* keys, int n, int* locks, volatile int* heads,
                       volatile int* next) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int b = keys[i] % 8;
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[b], 0, 1) == 0) {
      __threadfence();
      next[i] = heads[b];
      heads[b] = i;
      __threadfence();
      atomicExch(&locks[b], 0);
      done = true;
    }
  }
}

int main() {
  const int n = 100;
  int h[n], heads[8], next[n], *keys, *locks, *dh, *dn;
  for (int i = 0; i < n; i++) h[i] = i * 5;
  for (int& x : heads) x = -1;
  cudaMalloc(&keys, sizeof h);
  cudaMalloc(&locks, 8 * sizeof(int));
  cudaMalloc(&dh, sizeof heads);
  cudaMalloc(&dn, sizeof next);
  cudaMemset(locks, 0, 8 * sizeof(int));
  cudaMemcpy(keys, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(dh, heads, sizeof heads, cudaMemcpyHostToDevice);
  insert<<<2, 64>>>(keys, n, locks, dh, dn);
  cudaMemcpy(heads, dh, sizeof heads, cudaMemcpyDeviceToHost);
  cudaMemcpy(next, dn, sizeof next, cudaMemcpyDeviceToHost);
  int count = 0;
  for (int b = 0; b < 8; b++)
    for (int i = heads[b]; i >= 0; i = next[i]) count++;
  printf("%d\n", count);
  cudaFree(keys);
  cudaFree(locks);
  cudaFree(dh);
  cudaFree(dn);
  return count == n ? 0 : 1;
}
