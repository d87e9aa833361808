#include <cuda_runtime.h>
#include <cstdio>

// A pointer to the middle of a table, indexed from both sides; and one that walks backwards.
__global__ void lookup(const int* centre, const int* d, int* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = centre[d[i]];
}
__global__ void backwards(const int* end, int n, int* sum) {
  int s = 0;
  for (const int* p = end; p-- != end - n;) s = s * 2 % 1000003 + *p;
  *sum = s;
}

int main() {
  int table[21], d[21], r[21], s = 0, *dt, *dd, *out;
  for (int i = 0; i < 21; i++) table[i] = i - 10, d[i] = 10 - i;
  cudaMalloc(&dt, sizeof table);
  cudaMalloc(&dd, sizeof d);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(dt, table, sizeof table, cudaMemcpyHostToDevice);
  cudaMemcpy(dd, d, sizeof d, cudaMemcpyHostToDevice);
  lookup<<<1, 32>>>(dt + 10, dd, out, 21);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  backwards<<<1, 1>>>(dt + 21, 21, out);
  cudaMemcpy(&s, out, sizeof s, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", r[0], r[20], s);
  cudaFree(dt);
  cudaFree(dd);
  cudaFree(out);
  return r[0] == 10 && r[20] == -10 ? 0 : 1;
}
