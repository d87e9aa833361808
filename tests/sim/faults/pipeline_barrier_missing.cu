// expect: error cudaSuccess
#include <cuda_pipeline.h>

#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &data[threadIdx.x], 4);  // pair: shared_race
  __pipeline_commit();
  __pipeline_wait_prior(0);
  data[threadIdx.x + 64] = tile[threadIdx.x / 2];  // pair: shared_race
}
int main() {
  return run(kernel, 1, 64);
}
