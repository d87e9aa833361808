#include <cuda_runtime.h>
#include <cstdio>

__global__ void means(const int* sums, const int* counts, int* out, int n) {
  int i = threadIdx.x;
  if (i < n) {
    int mean = sums[i] / counts[i];  // finds: kernel_fault
    out[i] = mean;
  }
}

int main() {
  int s[10], c[10], *ds, *dc, *out;
  for (int i = 0; i < 10; i++) s[i] = 10 * i, c[i] = i;  // one class is empty
  cudaMalloc(&ds, sizeof s);
  cudaMalloc(&dc, sizeof c);
  cudaMalloc(&out, sizeof s);
  cudaMemcpy(ds, s, sizeof s, cudaMemcpyHostToDevice);
  cudaMemcpy(dc, c, sizeof c, cudaMemcpyHostToDevice);
  means<<<1, 32>>>(ds, dc, out, 10);
  cudaError_t e = cudaMemcpy(s, out, sizeof s, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(ds);
  cudaFree(dc);
  cudaFree(out);
}
