#include <cuda_runtime.h>
#include <cstdio>

__global__ void compact(const int* in, int n, int* out, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  int v = i < n ? in[i] : 0;
  unsigned keep = __ballot_sync(0xffffffffu, v % 3 == 1);
  int base = 0;
  if (lane == 0 && keep) base = atomicAdd(count, __popc(keep));
  base = __shfl_sync(0xffffffffu, base, 0);
  if (keep >> lane & 1) out[base + __popc(keep & ((1u << lane) - 1))] = v;
}

int main() {
  const int n = 333;
  static int h[n];
  int c = 0, *in, *out, *count;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMalloc(&count, sizeof c);
  cudaMemset(count, 0, sizeof c);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  compact<<<6, 64>>>(in, n, out, count);
  cudaMemcpy(&c, count, sizeof c, cudaMemcpyDeviceToHost);
  cudaMemcpy(h, out, c * sizeof(int), cudaMemcpyDeviceToHost);
  long sum = 0;
  for (int i = 0; i < c; i++) sum += h[i];
  printf("%d %ld\n", c, sum);
  cudaFree(in);
  cudaFree(out);
  cudaFree(count);
  return c == 111 ? 0 : 1;
}
