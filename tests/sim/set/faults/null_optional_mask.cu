#include <cuda_runtime.h>
#include <cstdio>

// The mask is optional in the caller, but not here.
__global__ void masked_sum(const int* v, const unsigned char* mask, int* out, int n) {
  int i = threadIdx.x;
  int keep = 0;
  if (i < n && mask[i])  // finds: null_pointer
    keep = v[i];
  atomicAdd(out, keep);
}

int main() {
  int h[32], r, *v, *out;
  for (int i = 0; i < 32; i++) h[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemset(out, 0, sizeof r);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  masked_sum<<<1, 32>>>(v, nullptr, out, 32);
  cudaError_t e = cudaMemcpy(&r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(v);
  cudaFree(out);
}
