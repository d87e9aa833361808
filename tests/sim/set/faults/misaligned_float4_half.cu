#include <cuda_runtime.h>
#include <cstdio>

// A multiple of 8 bytes is not enough for 16.
__global__ void shift2(const float* in, float* out, int quads) {
  int q = threadIdx.x;
  if (q < quads) {
    float4 v = *reinterpret_cast<const float4*>(in + 2 + 4 * q);  // missed: misaligned
    out[q] = v.x + v.y + v.z + v.w;
  }
}

int main() {
  float h[64], *in, *out;
  for (float& v : h) v = 1;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  shift2<<<1, 32>>>(in, out, 15);
  cudaError_t e = cudaMemcpy(h, out, 15 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[0], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
