#include <cuda_runtime.h>
#include <cstdio>

__device__ void quicksort(int* a, int lo, int hi) {
  int buffer[512];
  int k = 0, pivot = a[lo];
  if (lo >= hi) return;
  for (int i = lo + 1; i <= hi; i++)
    if (a[i] < pivot) buffer[k++] = a[i];
  int smaller = k;
  buffer[k++] = pivot;
  for (int i = lo + 1; i <= hi; i++)
    if (a[i] >= pivot) buffer[k++] = a[i];
  for (int i = 0; i < k; i++) a[lo + i] = buffer[i];
  quicksort(a, lo, lo + smaller - 1);
  quicksort(a, lo + smaller + 1, hi);  // finds: stack_overflow
}

__device__ void quicksort_entry(int* a, int n) {
  quicksort(a, 0, n - 1);
}

__global__ void sort(int* a, int n) {
  if (threadIdx.x == 0) quicksort_entry(a + blockIdx.x * n, n);
}

int main() {
  const int n = 200;  // sorted already: one call inside the other, each with 2 KiB
  int h[n + 1], *d;
  for (int i = 0; i <= n; i++) h[i] = i;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  sort<<<1, 32>>>(d, n);
  cudaError_t e = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(d);
}
