// expect: error cuda
#include <vector>

#include "fault.hpp"
__global__ void kernel(int* data) {
  data[threadIdx.x] = 1;  // finds: out_of_bounds
}
int main() {
  std::vector<int> host(4096);  // names: the buffer was allocated
  if (cudaHostRegister(host.data(), 32 * sizeof(int), cudaHostRegisterMapped) != cudaSuccess)
    return 1;
  kernel<<<1, 33>>>(host.data());
  const cudaError_t error = cudaDeviceSynchronize();
  cudaHostUnregister(host.data());
  return report(error);
}
