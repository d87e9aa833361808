// expect: error cudaSuccess
#include <cuda_pipeline.h>

#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int tile[63];
  __pipeline_memcpy_async(&tile[threadIdx.x], &data[threadIdx.x], 4);  // finds: out_of_bounds
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (threadIdx.x < 63) data[threadIdx.x + 64] = tile[62 - threadIdx.x];
}
int main() {
  return run(kernel, 1, 64);
}
