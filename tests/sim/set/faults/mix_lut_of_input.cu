#include <cuda_runtime.h>
#include <cstdio>

__constant__ unsigned char gamma_lut[128];

__global__ void correct(const unsigned char* in, unsigned char* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    out[i] = gamma_lut[in[i]];  // finds: out_of_bounds
}

int main() {
  const int n = 400;
  unsigned char h[n], lut[128];
  for (int i = 0; i < n; i++) h[i] = (unsigned char)(i % 140);
  for (int i = 0; i < 128; i++) lut[i] = (unsigned char)(2 * i);
  unsigned char *in, *out;
  cudaMalloc(&in, n);
  cudaMalloc(&out, n);
  cudaMemcpyToSymbol(gamma_lut, lut, sizeof lut);
  cudaMemcpy(in, h, n, cudaMemcpyHostToDevice);
  correct<<<2, 96>>>(in, out, n);
  cudaError_t e = cudaMemcpy(h, out, n, cudaMemcpyDeviceToHost);
  printf("%d %s\n", h[100], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
