#include <cuda_runtime.h>
#include <cstdio>

__device__ int arrived;

__device__ void grid_sync(int blocks) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < blocks) {  // finds: deadlock
    }
  }
  __syncthreads();
}

__global__ void two_phases(int* v, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  v[i] = i;
  grid_sync(gridDim.x);
  out[i] = v[n - 1 - i];
}

int main() {
  const int blocks = 20000, n = blocks * 32;  // far more than any card holds at once
  int *v, *out, last;
  cudaMalloc(&v, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  two_phases<<<blocks, 32>>>(v, out);
  cudaError_t e = cudaMemcpy(&last, out, sizeof last, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(v);
  cudaFree(out);
}
