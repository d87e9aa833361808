#include <cuda_runtime.h>
#include <cstdio>

// Even warps read a shared factor that they were given; odd warps never look at it, while the last
// one sets it anew.
__global__ void apply(float* v, int n, int rounds) {
  __shared__ float factor[2];
  int t = threadIdx.x, w = t / 32;
  if (t == 0) factor[0] = 2, factor[1] = 0;
  __syncthreads();
  float x = v[t];
  for (int r = 0; r < rounds; r++) {
    if (w % 2 == 0)
      x *= factor[0];
    else if (t == n - 1)
      factor[1] += 1;
  }
  __syncthreads();
  v[t] = x + factor[1];
}

int main() {
  float h[128], *v;
  for (float& x : h) x = 1;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  apply<<<1, 128>>>(v, 128, 3);
  cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[33]);
  cudaFree(v);
  return h[0] == 11 && h[33] == 4 ? 0 : 1;
}
