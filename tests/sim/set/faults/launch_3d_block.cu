#include <cuda_runtime.h>
#include <cstdio>

__global__ void fill(float* v, dim3 size) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < size.x && y < size.y && z < size.z) v[(z * size.y + y) * size.x + x] = x + y + z;
}

int main() {
  dim3 size(20, 20, 20), block(16, 16, 8);  // 2048 threads
  float* v;
  cudaMalloc(&v, 8000 * sizeof(float));
  dim3 grid((size.x + 15) / 16, (size.y + 15) / 16, (size.z + 7) / 8);
  fill<<<grid, block>>>(v, size);  // finds: launch_refused
  cudaError_t e = cudaGetLastError();
  printf("%s\n", cudaGetErrorName(e));
  cudaFree(v);
}
