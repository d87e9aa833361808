// expect: error cudaErrorIllegalAddress
// A kernel that runs far past an array of its own, into where extern __shared__ memory would be,
// has left its array: it has no such memory.
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int tile[64];
  for (int n = threadIdx.x; n < 40000; n += blockDim.x) {
    tile[n] = data[n % 1024];  // finds: out_of_bounds
  }
  __syncthreads();
  if (blockIdx.x == 0) data[threadIdx.x] = tile[threadIdx.x % 64];
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  kernel<<<2, 768>>>(data);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
