#include <cuda_runtime.h>
#include <cstdio>

__global__ void count_up(int* p, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = i;
}

int main() {
  const int n = 100;
  int h[n];
  int* cursor;
  if (cudaMalloc(&cursor, 2 * n * sizeof(int)) != cudaSuccess) return 1;
  int* begin = cursor;
  count_up<<<1, 32>>>(cursor, n);
  cursor += n;
  count_up<<<1, 32>>>(cursor, n);
  cudaMemcpy(h, cursor, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[50]);
  cudaError_t e = cudaFree(cursor);  // finds: bad_free
  printf("%s\n", cudaGetErrorName(e));
  cudaFree(begin);
}
