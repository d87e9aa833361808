// expect: error cudaSuccess
#include <cuda_pipeline.h>

#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &data[threadIdx.x], 4);
  __pipeline_commit();
  __syncthreads();
  data[threadIdx.x + 64] = tile[63 - threadIdx.x];  // finds: uninitialised_read
}
int main() {
  return run(kernel, 1, 64);
}
