// expect: error cuda
// Two kernels have an array `tile`: one in shared memory, one in each thread.
// says: index 4 is outside of an array of type int [4]
#include "fault.hpp"
__shared__ int row[64];
__global__ void share(int* data) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  row[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[63 - threadIdx.x] + row[63 - threadIdx.x];
}
__global__ void keep(int* data) {
  int tile[4], row[4];
  for (int k = 0; k < 4; ++k) row[k] = data[4 * threadIdx.x + k];
  for (int k = 0; k < 4; ++k) tile[k] = row[k + 1];  // finds: out_of_bounds
  data[threadIdx.x + 512] = tile[0] + tile[1] + tile[2] + tile[3];
}
int main() {
  run(share, 1, 64);
  return run(keep, 1, 64);
}
