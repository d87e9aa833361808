#include <cuda_runtime.h>
#include <cstdio>

// The rows are on the device, but the array of their addresses is the host's.
__global__ void sum_rows(float* const* rows, float* sums, int h, int w) {
  int y = threadIdx.x;
  if (y >= h) return;
  const float* row = rows[y];  // finds: host_pointer
  float s = 0;
  for (int x = 0; x < w; x++) s += row[x];
  sums[y] = s;
}

int main() {
  const int w = 16, h = 8;
  float* rows[h];
  float *sums, r[h];
  for (auto& row : rows) {
    cudaMalloc(&row, w * sizeof(float));
    cudaMemset(row, 0, w * sizeof(float));
  }
  cudaMalloc(&sums, sizeof r);
  sum_rows<<<1, 32>>>(rows, sums, h, w);
  cudaError_t e = cudaMemcpy(r, sums, sizeof r, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  for (auto row : rows) cudaFree(row);
  cudaFree(sums);
}
