#include <cuda_runtime.h>
#include <cstdio>

__global__ void __launch_bounds__(1024, 1) ranks(const int* in, int* out) {
  __shared__ int s[1024];
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  s[t] = in[blockIdx.z * 1024 + t];
  __syncthreads();
  int v = s[t], r = 0;
  for (int k = 0; k < 16; k++) r += s[(t + k * 64) % 1024] < v;
  out[blockIdx.z * 1024 + t] = r;
}

int main() {
  static int h[2048];
  int *in, *out;
  for (int i = 0; i < 2048; i++) h[i] = i % 1024;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  ranks<<<dim3(1, 1, 2), dim3(8, 8, 16)>>>(in, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[2047]);
  cudaFree(in);
  cudaFree(out);
  return h[2047] == 15 ? 0 : 1;
}
