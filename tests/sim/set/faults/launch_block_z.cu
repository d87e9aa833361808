#include <cuda_runtime.h>
#include <cstdio>

__global__ void depth(float* v) {
  v[threadIdx.z] = threadIdx.z;
}

int main() {
  float* v;
  cudaMalloc(&v, 128 * sizeof(float));
  depth<<<1, dim3(1, 1, 128)>>>(v);  // finds: launch_refused
  cudaError_t e = cudaGetLastError();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(v);
}
