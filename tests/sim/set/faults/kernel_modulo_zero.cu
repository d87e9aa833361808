#include <cuda_runtime.h>
#include <cstdio>

__global__ void wrap(const int* v, const int* size, int* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = v[i] % size[i];  // finds: kernel_fault
}

int main() {
  int v[3] = {5, 6, 7}, s[3] = {2, 0, 3}, *dv, *ds, *out;
  cudaMalloc(&dv, sizeof v);
  cudaMalloc(&ds, sizeof s);
  cudaMalloc(&out, sizeof v);
  cudaMemcpy(dv, v, sizeof v, cudaMemcpyHostToDevice);
  cudaMemcpy(ds, s, sizeof s, cudaMemcpyHostToDevice);
  wrap<<<1, 3>>>(dv, ds, out, 3);
  cudaError_t e = cudaMemcpy(v, out, sizeof v, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(dv);
  cudaFree(ds);
  cudaFree(out);
}
