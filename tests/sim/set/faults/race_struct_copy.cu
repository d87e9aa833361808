#include <cuda_runtime.h>
#include <cstdio>

struct Patch {
  float v[24];
  int x, y;
};

// Rotates structs in shared memory; a barrier is missing between the loads and the reads.
__global__ void rotate(Patch* p) {
  __shared__ Patch s[64];
  int t = threadIdx.x;
  s[t] = p[t];                    // pair: shared_race
  Patch mine = s[(t + 33) % 64];  // pair: shared_race
  p[t] = mine;
}

int main() {
  const int n = 64;
  static Patch h[n];
  Patch* p;
  cudaMalloc(&p, sizeof h);
  cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
  rotate<<<1, n>>>(p);
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0].x == 0);
  cudaFree(p);
}
