// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ float tile[100][100];
  extern __shared__ float more[];
  tile[threadIdx.x][0] = more[threadIdx.x] = 1;
  __syncthreads();
  data[threadIdx.x] = int(tile[threadIdx.x][0] + more[threadIdx.x]);
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  kernel<<<1, 64, 20000>>>(data);  // finds: shared_size
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
