#include <cuda_runtime.h>
#include <cstdio>

// Lane 0 writes, all read, again and again, with a barrier of the warp on both sides.
__global__ void walk(const int* next, int* out, int steps) {
  __shared__ int at[4];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
  if (lane == 0) at[w] = w;
  __syncwarp();
  for (int s = 0; s < steps; s++) {
    sum += at[w] * lane;
    __syncwarp();
    if (lane == s % 32) at[w] = next[at[w]];
    __syncwarp();
  }
  out[threadIdx.x] = sum;
}

int main() {
  int h[16], r[128], *next, *out;
  for (int i = 0; i < 16; i++) h[i] = (i * 5 + 1) % 16;
  cudaMalloc(&next, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(next, h, sizeof h, cudaMemcpyHostToDevice);
  walk<<<1, 128>>>(next, out, 40);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %d\n", r[0], r[1]);
  cudaFree(next);
  cudaFree(out);
  return r[0] == 0 ? 0 : 1;
}
