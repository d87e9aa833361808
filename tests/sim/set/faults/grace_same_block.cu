#include <cuda_runtime.h>
#include <cstdio>

// A block works through its row twice; the second time with another distribution of the elements.
__global__ void prefix_of_pairs(int* data, int n) {
  int* row = data + blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) row[i] += 1;  // pair: global_race
  int per = n / blockDim.x;
  int sum = 0;
  for (int k = 0; k < per; k++) sum += row[threadIdx.x * per + k];  // pair: global_race
  __syncthreads();
  row[threadIdx.x] = sum;
}

int main() {
  const int n = 128, rows = 2;
  int h[n * rows];
  for (int& v : h) v = 3;
  int* d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  prefix_of_pairs<<<rows, 32>>>(d, n);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0] > 0);
  cudaFree(d);
}
