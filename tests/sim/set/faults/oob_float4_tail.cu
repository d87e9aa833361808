#include <cuda_runtime.h>
#include <cstdio>

// Scales four floats at a time; the count need not be a multiple of four, which was forgotten.
__global__ void scale4(float4* data, float factor, int quads) {
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  if (q >= quads) return;
  float4 v = data[q];  // finds: out_of_bounds
  v.x *= factor;
  v.y *= factor;
  v.z *= factor;
  v.w *= factor;
  data[q] = v;
}

int main() {
  constexpr int n = 1022;
  static float h[n];
  for (int i = 0; i < n; i++) h[i] = 1.5f;
  float* d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
  int quads = (n + 3) / 4;
  scale4<<<(quads + 127) / 128, 128>>>(reinterpret_cast<float4*>(d), 2.0f, quads);
  cudaError_t e = cudaGetLastError();
  if (e == cudaSuccess) e = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[0], cudaGetErrorString(e));
  cudaFree(d);
}
