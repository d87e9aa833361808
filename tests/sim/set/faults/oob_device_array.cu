#include <cuda_runtime.h>
#include <cstdio>

__device__ int month_days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

__global__ void day_of_year(const int* month, const int* day, int* result, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  int total = day[i];
  for (int m = 1; m <= month[i]; ++m) {
    int days = month_days[m];  // finds: out_of_bounds
    total += days;
  }
  result[i] = total;
}

int main() {
  const int n = 24;
  int month[n], day[n], result[n];
  for (int i = 0; i < n; i++) month[i] = i % 12 + 1, day[i] = i + 1;
  int *dm, *dd, *dr;
  cudaMalloc(&dm, sizeof month);
  cudaMalloc(&dd, sizeof day);
  cudaMalloc(&dr, sizeof result);
  cudaMemcpy(dm, month, sizeof month, cudaMemcpyHostToDevice);
  cudaMemcpy(dd, day, sizeof day, cudaMemcpyHostToDevice);
  day_of_year<<<1, 32>>>(dm, dd, dr, n);
  cudaError_t e = cudaMemcpy(result, dr, sizeof result, cudaMemcpyDeviceToHost);
  printf("%d %s\n", result[0], cudaGetErrorString(e));
  cudaFree(dm);
  cudaFree(dd);
  cudaFree(dr);
}
