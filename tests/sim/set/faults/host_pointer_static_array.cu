#include <cuda_runtime.h>
#include <cstdio>

// A table of the host's, passed by its address.
int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

__global__ void lookup(const int* t, const int* index, int* out, int n) {
  int i = threadIdx.x;
  if (i < n) {
    int v = t[index[i]];  // finds: host_pointer
    out[i] = v;
  }
}

int main() {
  int h[16], *index, *out;
  for (int i = 0; i < 16; i++) h[i] = i % 8;
  table[0] = h[3];
  cudaMalloc(&index, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(index, h, sizeof h, cudaMemcpyHostToDevice);
  lookup<<<1, 32>>>(table, index, out, 16);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(index);
  cudaFree(out);
}
