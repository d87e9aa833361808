#include <cuda_runtime.h>
#include <cstdio>

// As in the programming guide, but with plain reads, and a second fence on the reading side.
__global__ void max_rows(const int* m, int w, int* row_max, unsigned* done, int* best) {
  int r = blockIdx.x, t = threadIdx.x;
  int v = m[r * w + t];
  for (int o = 16; o; o >>= 1) v = max(v, __shfl_xor_sync(0xffffffffu, v, o));
  __shared__ unsigned ticket;
  if (t == 0) {
    row_max[r] = v;
    __threadfence();
    ticket = atomicAdd(done, 1u);
    __threadfence();
  }
  __syncthreads();
  if (ticket + 1 == gridDim.x) {
    int b = t < gridDim.x ? row_max[t] : -1;
    for (int o = 16; o; o >>= 1) b = max(b, __shfl_xor_sync(0xffffffffu, b, o));
    if (t == 0) *best = b;
  }
}

int main() {
  const int rows = 12, w = 32;
  int h[rows * w], r = 0, *m, *rm, *best;
  unsigned* done;
  for (int i = 0; i < rows * w; i++) h[i] = (i * 71) % 383;
  cudaMalloc(&m, sizeof h);
  cudaMalloc(&rm, rows * sizeof(int));
  cudaMalloc(&best, sizeof(int));
  cudaMalloc(&done, sizeof(unsigned));
  cudaMemset(done, 0, sizeof(unsigned));
  cudaMemcpy(m, h, sizeof h, cudaMemcpyHostToDevice);
  max_rows<<<rows, w>>>(m, w, rm, done, best);
  cudaMemcpy(&r, best, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(m);
  cudaFree(rm);
  cudaFree(best);
  cudaFree(done);
  return r == 382 ? 0 : 1;
}
