#include <cuda_runtime.h>
#include <cstdio>

__global__ void gather(const int* host, int* out) {
  int v = host[threadIdx.x];  // finds: use_after_free
  out[threadIdx.x] = v;
}

int main() {
  int *pinned, *out, h[32];
  cudaMallocHost(&pinned, sizeof h);
  for (int i = 0; i < 32; i++) pinned[i] = i;
  cudaMalloc(&out, sizeof h);
  cudaFreeHost(pinned);
  gather<<<1, 32>>>(pinned, out);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(out);
}
