#include <cuda_runtime.h>
#include <cstdio>

__global__ void weighted(const double* v, double* out, int n) {
  extern __shared__ char memory[];
  char* flags = memory;
  double* values = (double*)(flags + n);  // n is no multiple of 8
  int t = threadIdx.x;
  flags[t] = t % 3 == 0;
  values[t] = v[t];  // finds: misaligned
  __syncthreads();
  out[t] = flags[n - 1 - t] ? values[n - 1 - t] : 0;  // finds: misaligned
}

int main() {
  const int n = 30;
  double h[n], *v, *out;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  weighted<<<1, n, n + n * sizeof(double)>>>(v, out, n);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[0], cudaGetErrorString(e));
  cudaFree(v);
  cudaFree(out);
}
