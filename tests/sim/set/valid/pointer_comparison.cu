#include <cuda_runtime.h>
#include <cstdio>

// Addresses one behind the end and in front of the beginning are worked out but not used.
__device__ const int* find(const int* first, const int* last, int key) {
  while (first != last && *first != key) ++first;
  return first;
}

__global__ void positions(const int* v, int n, const int* keys, long long* pos, int m) {
  __shared__ int cache[32];
  int t = threadIdx.x;
  const int* before = v - 1;
  for (int i = t; i < n; i += blockDim.x) cache[i] = before[i + 1];
  __syncthreads();
  if (t < m) pos[t] = find(cache, cache + n, keys[t]) - cache;
}

int main() {
  int h[30], k[10], *v, *keys;
  long long r[10], *pos;
  for (int i = 0; i < 30; i++) h[i] = i * 4;
  for (int i = 0; i < 10; i++) k[i] = i * 12 + (i == 9);
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&keys, sizeof k);
  cudaMalloc(&pos, sizeof r);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(keys, k, sizeof k, cudaMemcpyHostToDevice);
  positions<<<1, 32>>>(v, 30, keys, pos, 10);
  cudaMemcpy(r, pos, sizeof r, cudaMemcpyDeviceToHost);
  printf("%lld %lld\n", r[1], r[9]);
  cudaFree(v);
  cudaFree(keys);
  cudaFree(pos);
  return r[1] == 3 && r[9] == 30 ? 0 : 1;
}
