// expect: error cuda
#include <vector>

#include "fault.hpp"
__global__ void kernel(int* data) {
  data[threadIdx.x] = 1;  // finds: out_of_bounds
}
int main() {
  std::vector<int> host(4096);
  const std::size_t bytes = 32 * sizeof(int);
  const unsigned flags = cudaHostRegisterMapped;
  if (cudaHostRegister(host.data(), bytes, flags)) return 1;  // names: the buffer was allocated
  kernel<<<1, 33>>>(host.data());
  const cudaError_t error = cudaDeviceSynchronize();
  cudaHostUnregister(host.data());
  return report(error);
}
