// expect: error cudaSuccess
// says: functions whose names end in _block are atomic within a block only
#include "fault.hpp"
__global__ void histogram(const unsigned char* in, int* bins) {
  atomicAdd_block(&bins[in[blockIdx.x * blockDim.x + threadIdx.x]], 1);  // finds: global_race
}
int main() {
  unsigned char* in = nullptr;
  int* bins = nullptr;
  cudaMalloc(&in, 1024);
  cudaMemset(in, 3, 1024);
  cudaMalloc(&bins, 1024);
  cudaMemset(bins, 0, 1024);
  histogram<<<16, 64>>>(in, bins);
  cudaFree(in);
  cudaFree(bins);
  return report(cudaDeviceSynchronize());
}
