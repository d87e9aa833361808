// expect: error cudaErrorIllegalAddress
// A thread that runs far past its dynamic shared memory is told once that it left the array.
#include "fault.hpp"
__global__ void kernel(int* data) {
  extern __shared__ int tile[];
  for (int n = threadIdx.x; n < 200000; n += blockDim.x) {
    tile[n] = data[n % 1024];  // finds: out_of_bounds
  }
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  kernel<<<2, 768, 6144>>>(data);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
