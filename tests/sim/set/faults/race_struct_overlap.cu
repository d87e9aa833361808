#include <cuda_runtime.h>
#include <cstdio>

struct Cell {
  short a, b;
};

// One thread writes a whole cell, its neighbour one member of it.
__global__ void mix(int* out) {
  __shared__ Cell s[64];
  int t = threadIdx.x;
  s[t] = Cell{short(t), short(-t)};    // pair: shared_race
  s[(t + 1) % 64].b = short(100 + t);  // pair: shared_race
  __syncthreads();
  out[t] = s[t].a + s[t].b;
}

int main() {
  int h[64], *out;
  cudaMalloc(&out, sizeof h);
  mix<<<1, 64>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0] >= 0);
  cudaFree(out);
}
