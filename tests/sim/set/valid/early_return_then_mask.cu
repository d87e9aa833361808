#include <cuda_runtime.h>
#include <cstdio>

// The mask is made by all lanes, before those without work leave.
__global__ void count_positive(const int* v, int n, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned mask = __ballot_sync(0xffffffffu, i < n);
  if (i >= n) return;
  unsigned votes = __ballot_sync(mask, v[i] > 0);
  int x = v[i];
  for (int o = 16; o; o >>= 1) {
    int src = (threadIdx.x & 31) + o;
    int other = __shfl_sync(mask, x, (src < 32 && (mask >> src & 1)) ? src : threadIdx.x & 31);
    if (src < 32 && (mask >> src & 1)) x = max(x, other);
  }
  if ((threadIdx.x & 31) == __ffs(mask) - 1) atomicAdd(count, __popc(votes));
}

int main() {
  const int n = 77;
  int h[n], r = 0, *v, *c;
  for (int i = 0; i < n; i++) h[i] = i % 3 - 1;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&c, sizeof r);
  cudaMemset(c, 0, sizeof r);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  count_positive<<<2, 64>>>(v, n, c);
  cudaMemcpy(&r, c, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(v);
  cudaFree(c);
  return r == 25 ? 0 : 1;
}
