#include <cuda_runtime.h>
#include <cstdio>

// Rows of different lengths with their addresses in device memory.
__global__ void lengths_to_rows(int** rows, const int* len, int n) {
  int r = blockIdx.x;
  if (r < n)
    for (int i = threadIdx.x; i < len[r]; i += blockDim.x) rows[r][i] = r * 100 + i;
}

int main() {
  const int n = 6;
  int *rows[n], **d_rows, len[n], *d_len, last[1];
  for (int r = 0; r < n; r++) {
    len[r] = 3 * r + 1;
    cudaMalloc(&rows[r], len[r] * sizeof(int));
  }
  cudaMalloc(&d_rows, sizeof rows);
  cudaMalloc(&d_len, sizeof len);
  cudaMemcpy(d_rows, rows, sizeof rows, cudaMemcpyHostToDevice);
  cudaMemcpy(d_len, len, sizeof len, cudaMemcpyHostToDevice);
  lengths_to_rows<<<n, 4>>>(d_rows, d_len, n);
  cudaMemcpy(last, rows[5] + 15, sizeof last, cudaMemcpyDeviceToHost);
  printf("%d\n", last[0]);
  for (int* r : rows) cudaFree(r);
  cudaFree(d_rows);
  cudaFree(d_len);
  return last[0] == 515 ? 0 : 1;
}
