#include <cuda_runtime.h>
#include <cstdio>

__global__ void samples(const unsigned char* wav, int* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = *reinterpret_cast<const short*>(wav + 45 + 2 * i);  // finds: misaligned
}

int main() {
  unsigned char h[100] = {}, *d;
  int r[20], *out;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  samples<<<1, 32>>>(d, out, 20);
  cudaError_t e = cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %s\n", r[0], cudaGetErrorString(e));
  cudaFree(d);
  cudaFree(out);
}
