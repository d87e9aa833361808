#include <cuda_runtime.h>
#include <cstdio>

// Rows of a matrix of shorts, addressed by bytes; the cast came too late.
__global__ void row_sums(const short* m, size_t row_bytes, int cols, int rows, int* sums) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const short* row = m + r * row_bytes;
  int s = 0;
  for (int c = 0; c < cols; ++c) s += row[c];  // finds: out_of_bounds
  sums[r] = s;
}

int main() {
  const int rows = 40, cols = 10;
  short m[rows][cols];
  int sums[rows];
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++) m[r][c] = short(r + c);
  short* dm;
  int* ds;
  cudaMalloc(&dm, sizeof m);
  cudaMalloc(&ds, sizeof sums);
  cudaMemcpy(dm, m, sizeof m, cudaMemcpyHostToDevice);
  row_sums<<<2, 32>>>(dm, cols * sizeof(short), cols, rows, ds);
  cudaError_t e = cudaMemcpy(sums, ds, sizeof sums, cudaMemcpyDeviceToHost);
  printf("%d %s\n", sums[3], cudaGetErrorString(e));
  cudaFree(dm);
  cudaFree(ds);
}
