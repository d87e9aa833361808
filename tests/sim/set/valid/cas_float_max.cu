#include <cuda_runtime.h>
#include <cstdio>

__device__ float atomic_max_float(float* address, float value) {
  int* bits = reinterpret_cast<int*>(address);
  int old = *bits, assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) >= value) break;
    old = atomicCAS(bits, assumed, __float_as_int(value));
  } while (old != assumed);
  return __int_as_float(old);
}

__global__ void maximum(const float* v, int n, float* best) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomic_max_float(best, v[i]);
}

int main() {
  const int n = 700;
  static float h[n];
  float r = -1e30f, *v, *best;
  for (int i = 0; i < n; i++) h[i] = (i * 37) % 701;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&best, sizeof r);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(best, &r, sizeof r, cudaMemcpyHostToDevice);
  maximum<<<6, 128>>>(v, n, best);
  cudaMemcpy(&r, best, sizeof r, cudaMemcpyDeviceToHost);
  printf("%g\n", r);
  cudaFree(v);
  cudaFree(best);
  return r == 700 ? 0 : 1;
}
