#include <cuda_runtime.h>
#include <cstdio>

// Hillis-Steele scan with two halves of one array; the launch passes room for one half only.
__global__ void scan(int* data) {
  extern __shared__ int temp[];
  int n = blockDim.x, t = threadIdx.x, from = 0, to = 1;
  temp[from * n + t] = data[t];
  __syncthreads();
  for (int d = 1; d < n; d *= 2) {
    int v = temp[from * n + t];               // finds: out_of_bounds
    if (t >= d) v += temp[from * n + t - d];  // finds: out_of_bounds
    temp[to * n + t] = v;                     // finds: out_of_bounds
    __syncthreads();
    from = 1 - from;
    to = 1 - to;
  }
  data[t] = temp[from * n + t];  // finds: out_of_bounds
}

int main() {
  const int n = 96;
  int h[n];
  for (int& v : h) v = 1;
  int* d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  scan<<<1, n, n * sizeof(int)>>>(d);
  cudaError_t e = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %s\n", h[n - 1], cudaGetErrorString(e));
  cudaFree(d);
}
