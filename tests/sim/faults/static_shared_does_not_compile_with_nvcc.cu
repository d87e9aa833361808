// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ float tile[128][100];
  tile[threadIdx.x][0] = 1;
  __syncthreads();
  data[threadIdx.x] = int(tile[threadIdx.x][0]);
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  kernel<<<1, 64>>>(data);  // finds: shared_size
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
