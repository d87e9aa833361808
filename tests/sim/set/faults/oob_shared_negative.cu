#include <cuda_runtime.h>
#include <cstdio>

#define BLOCK 64

__device__ bool starts_run(const int* keys, int t) {
  return keys[t] != keys[t - 1];  // finds: out_of_bounds
}

__global__ void count_runs(const int* in, int* runs) {
  __shared__ int keys[BLOCK];
  keys[threadIdx.x] = in[blockIdx.x * BLOCK + threadIdx.x];
  __syncthreads();
  int n = __syncthreads_count(starts_run(keys, threadIdx.x));
  if (threadIdx.x == 0) runs[blockIdx.x] = n;
}

int main() {
  int h[BLOCK * 2], r[2];
  for (int i = 0; i < BLOCK * 2; i++) h[i] = i / 5;
  int *in, *runs;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&runs, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  count_runs<<<2, BLOCK>>>(in, runs);
  cudaError_t e = cudaMemcpy(r, runs, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %d %s\n", r[0], r[1], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(runs);
}
