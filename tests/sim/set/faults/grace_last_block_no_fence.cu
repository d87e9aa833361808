#include <cuda_runtime.h>
#include <cstdio>

__device__ unsigned finished = 0;

// Sum in one launch: the last block to finish adds up the others' results. The fence is missing.
__global__ void sum(const float* in, int n, float* partial, float* total) {
  __shared__ float s[64];
  __shared__ bool last;
  float v = 0;
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64) v += in[i];
  s[threadIdx.x] = v;
  __syncthreads();
  for (int d = 32; d; d >>= 1) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = s[0];  // pair: global_race
    last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float t = 0;
    for (int b = 0; b < gridDim.x; b++) t += partial[b];  // pair: global_race
    *total = t;
  }
}

int main() {
  const int n = 1000, blocks = 6;
  static float h[n];
  float r, *in, *partial, *total;
  for (float& v : h) v = 1;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&partial, blocks * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  sum<<<blocks, 64>>>(in, n, partial, total);
  cudaMemcpy(&r, total, sizeof r, cudaMemcpyDeviceToHost);
  printf("%g\n", r);
  cudaFree(in);
  cudaFree(partial);
  cudaFree(total);
}
