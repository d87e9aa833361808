#include <cuda_runtime.h>
#include <cstdio>

// Separable box: rows, then columns, in the same shared tile without a barrier between.
__global__ void box3(const float* in, float* out) {
  __shared__ float src[10][10], mid[10][8];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y * 8 + x; i < 100; i += 64) src[i / 10][i % 10] = in[i];
  __syncthreads();
  for (int r = y; r < 10; r += 8) {
    float row = src[r][x] + src[r][x + 1] + src[r][x + 2];
    mid[r][x] = row;  // pair: shared_race
  }
  float column = mid[y][x] + mid[y + 1][x] + mid[y + 2][x];  // pair: shared_race
  out[y * 8 + x] = column / 9;
}

int main() {
  float h[100], r[64];
  for (int i = 0; i < 100; i++) h[i] = i;
  float *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  box3<<<1, dim3(8, 8)>>>(in, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[0] > 0);
  cudaFree(in);
  cudaFree(out);
}
