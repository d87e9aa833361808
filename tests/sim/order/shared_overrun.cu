// Stores far beyond the dynamic shared memory that a launch passes are refused, as on a card; what
// a card's rounding of the size may allow is not.
#include "../programs/program.hpp"

__global__ void store(int bytes) {
  extern __shared__ char memory[];
  for (int n = threadIdx.x; n < bytes; n += blockDim.x) memory[n] = char(n);
}

int main() {
  store<<<3, 64, 2000>>>(2000);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  store<<<3, 64>>>(1024);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  store<<<3, 64, 2000>>>(2000);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  store<<<3, 64>>>(2000);
  EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  return finish();
}
