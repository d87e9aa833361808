#include <cuda_runtime.h>
#include <cstdio>

__global__ void chained_scan(const int* in, int* out, volatile int* sums, volatile int* flags,
                             int* ticket) {
  __shared__ int id, before;
  if (threadIdx.x == 0) id = atomicAdd(ticket, 1);
  __syncthreads();
  int v = in[id * 32 + threadIdx.x];
  for (int d = 1; d < 32; d <<= 1) {
    int o = __shfl_up_sync(0xffffffffu, v, d);
    if (threadIdx.x >= d) v += o;
  }
  if (threadIdx.x == 31) {
    int p = 0;
    if (id > 0) {
      while (flags[id - 1] == 0) {
      }
      __threadfence();
      p = sums[id - 1];
    }
    before = p;
    sums[id] = p + v;
    __threadfence();
    flags[id] = 1;
  }
  __syncthreads();
  out[id * 32 + threadIdx.x] = before + v;
}

int main() {
  const int blocks = 20, n = blocks * 32;
  static int h[n];
  for (int& v : h) v = 1;
  int *in, *out, *state;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMalloc(&state, (2 * blocks + 1) * sizeof(int));
  cudaMemset(state, 0, (2 * blocks + 1) * sizeof(int));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  chained_scan<<<blocks, 32>>>(in, out, state, state + blocks, state + 2 * blocks);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[n - 1]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(state);
  return h[n - 1] == n ? 0 : 1;
}
