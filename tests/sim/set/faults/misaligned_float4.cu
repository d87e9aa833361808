#include <cuda_runtime.h>
#include <cstdio>

// A region of interest begins anywhere in the row, also where no float4 may.
__global__ void copy_roi(const float* in, float* out, int x0, int quads) {
  int q = threadIdx.x;
  if (q < quads) {
    float4 v = *reinterpret_cast<const float4*>(in + x0 + 4 * q);  // finds: misaligned
    reinterpret_cast<float4*>(out)[q] = v;
  }
}

int main() {
  float h[100], *in, *out;
  for (int i = 0; i < 100; i++) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  copy_roi<<<1, 32>>>(in, out, 3, 16);
  cudaError_t e = cudaMemcpy(h, out, 64 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[0], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
