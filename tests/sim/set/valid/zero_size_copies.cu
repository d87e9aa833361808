#include <cuda_runtime.h>
#include <cstdio>

__global__ void fill(int* v, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) v[i] = i;
}

int main() {
  int h[4] = {}, *d, *none = nullptr;
  bool ok = cudaMalloc(&d, sizeof h) == cudaSuccess;
  ok &= cudaMemcpy(d, h, 0, cudaMemcpyHostToDevice) == cudaSuccess;
  ok &= cudaMemcpy(h, d, 0, cudaMemcpyDeviceToHost) == cudaSuccess;
  ok &= cudaMemset(d, 1, 0) == cudaSuccess;
  ok &= cudaMemcpy(d + 4, h, 0, cudaMemcpyHostToDevice) == cudaSuccess;
  fill<<<1, 32>>>(d, 0);
  fill<<<1, 32>>>(none, 0);
  fill<<<1, 32>>>(d, 4);
  ok &= cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) == cudaSuccess;
  ok &= cudaFree(none) == cudaSuccess && cudaFreeHost(nullptr) == cudaSuccess;
  ok &= cudaFree(d) == cudaSuccess;
  printf("%d %d\n", h[3], ok);
  return ok && h[3] == 3 ? 0 : 1;
}
