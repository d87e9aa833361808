#include <cuda_runtime.h>
#include <cstdio>

__global__ void smooth(const float* in, float* out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t % 2 == 0) {
    s[t] = in[t];
    __syncthreads();
  } else {
    s[t] = -in[t];
    __syncthreads();  // finds: divergent_barrier
  }
  out[t] = s[n - 1 - t];
}

int main() {
  float h[64], *in, *out;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  smooth<<<1, 64>>>(in, out, 64);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
