#include <cuda_runtime.h>
#include <cstdio>

// Expects shared memory to keep what an earlier launch has put there.
__global__ void both(const float* table, float* out, bool load) {
  __shared__ float cache[32];
  int t = threadIdx.x;
  if (load) cache[t] = table[t];
  __syncthreads();
  if (!load) out[t] = cache[31 - t];  // finds: uninitialised_read
}

int main() {
  float h[32], *table, *out;
  for (int i = 0; i < 32; i++) h[i] = i;
  cudaMalloc(&table, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(table, h, sizeof h, cudaMemcpyHostToDevice);
  both<<<1, 32>>>(table, out, true);
  both<<<1, 32>>>(table, out, false);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0] == 31);
  cudaFree(table);
  cudaFree(out);
}
