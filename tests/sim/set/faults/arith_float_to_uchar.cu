#include <cuda_runtime.h>
#include <cstdio>

// Contrast without clamping.
__global__ void contrast(const unsigned char* in, unsigned char* out, float c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = (in[i] - 128.0f) * c + 128.0f;
  out[i] = static_cast<unsigned char>(v);  // finds: undefined_arithmetic
}

int main() {
  unsigned char h[256], *in, *out;
  for (int i = 0; i < 256; i++) h[i] = (unsigned char)i;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMemcpy(in, h, 256, cudaMemcpyHostToDevice);
  contrast<<<2, 128>>>(in, out, 1.8f, 256);
  cudaMemcpy(h, out, 256, cudaMemcpyDeviceToHost);
  printf("%d\n", h[128]);
  cudaFree(in);
  cudaFree(out);
}
