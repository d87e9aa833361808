#include <cuda_runtime.h>
#include <cstdio>

__device__ int compare(int a, int b) {
  return a - b;  // finds: undefined_arithmetic
}

__global__ void smaller(const int* a, const int* b, int* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = compare(a[i], b[i]) < 0;
}

int main() {
  int a[4] = {1, -2000000000, 5, 2000000000}, b[4] = {2, 2000000000, 5, -2000000000}, r[4], *da,
      *db, *out;
  cudaMalloc(&da, sizeof a);
  cudaMalloc(&db, sizeof b);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
  smaller<<<1, 4>>>(da, db, out, 4);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[0]);
  cudaFree(da);
  cudaFree(db);
  cudaFree(out);
}
