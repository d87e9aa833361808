#include <cuda_runtime.h>
#include <cstdio>

__device__ const short dct[8][8] = {
    {1, 1, 1, 1, 1, 1, 1, 1}, {3, 2, 1, 0, 0, -1, -2, -3}, {2, 1, -1, -2, -2, -1, 1, 2}};

__global__ void transform(const short* in, int* out) {
  int coefficients[8];
  const short* row = in + 8 * threadIdx.x;
  for (int u = 1; u <= 8; u++) {
    int s = 0;
    for (int x = 0; x < 8; x++) s += row[x] * dct[u - 1][x];
    coefficients[u] = s;  // finds: out_of_bounds
  }
  for (int u = 0; u < 8; u++) out[8 * threadIdx.x + u] = coefficients[(u + 1) % 8];
}

int main() {
  const int rows = 16;
  short h[8 * rows];
  int r[8 * rows];
  for (int i = 0; i < 8 * rows; i++) h[i] = short(i % 11);
  short* in;
  int* out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  transform<<<1, rows>>>(in, out);
  cudaError_t e = cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %s\n", r[0], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
