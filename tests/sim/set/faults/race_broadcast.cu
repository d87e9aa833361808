#include <cuda_runtime.h>
#include <cstdio>

__global__ void normalize(float* rows, int w) {
  __shared__ float norm;
  float* row = rows + blockIdx.x * w;
  if (threadIdx.x == 0) {
    float s = 0;
    for (int i = 0; i < w; i++) s += row[i] * row[i];
    norm = sqrtf(s);  // pair: shared_race
    __threadfence_block();
  }
  float factor = 1 / norm;  // pair: shared_race
  __syncthreads();
  for (int i = threadIdx.x; i < w; i += blockDim.x) row[i] *= factor;
}

int main() {
  const int w = 50, rows = 3;
  float h[w * rows];
  for (int i = 0; i < w * rows; i++) h[i] = 1 + i % 4;
  float* d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  normalize<<<rows, 64>>>(d, w);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0] < 1);
  cudaFree(d);
}
