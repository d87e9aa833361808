#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>

__host__ __device__ inline int where() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__ >= 700 ? 1 : 2;
#else
  return 0;
#endif
}
__host__ __device__ inline float inverse_root(float x) {
#ifdef __CUDA_ARCH__
  return rsqrtf(x);
#else
  return 1 / std::sqrt(x);
#endif
}

__global__ void ask(int* w, float* f) {
  *w = where();
  *f = inverse_root(16);
}

int main() {
  int h, *w;
  float g, *f;
  cudaMalloc(&w, sizeof h);
  cudaMalloc(&f, sizeof g);
  ask<<<1, 1>>>(w, f);
  cudaMemcpy(&h, w, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(&g, f, sizeof g, cudaMemcpyDeviceToHost);
  printf("%d %d %g %g\n", h, where(), g, inverse_root(4));
  cudaFree(w);
  cudaFree(f);
  return h == 1 && where() == 0 ? 0 : 1;
}
