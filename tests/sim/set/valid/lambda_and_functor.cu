#include <cuda_runtime.h>
#include <cstdio>

struct Clamp {
  float lo, hi;
  __host__ __device__ float operator()(float v) const { return v < lo ? lo : v > hi ? hi : v; }
};

template <typename F>
__global__ void transform(const float* in, float* out, int n, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    auto square = [&](float v) { return f(v) * f(v); };
    out[i] = square(in[i]);
  }
}

int main() {
  const int n = 100;
  float h[n], *a, *b;
  for (int i = 0; i < n; i++) h[i] = i - 50;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  transform<<<2, 32>>>(a, b, n, Clamp{-3, 7});
  cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[99]);
  cudaFree(a);
  cudaFree(b);
  return h[0] == 9 && h[99] == 49 ? 0 : 1;
}
