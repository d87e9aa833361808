// expect: error cudaErrorIllegalAddress
// says: right past the end of a 64-byte buffer
#include <cstring>

#include "fault.hpp"
__global__ void copy(const char* in, char* out, int bytes) {
  memcpy(out, in, bytes);  // finds: out_of_bounds
}
int main() {
  char *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 1 << 20);
  cudaMalloc(&out, 64);  // names: the buffer was allocated
  cudaMemset(in, 0, 1 << 20);
  copy<<<1, 1>>>(in, out, 1 << 20);
  const cudaError_t error = cudaDeviceSynchronize();
  return report(error);
}
