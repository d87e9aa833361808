// expect: terminate called after throwing an instance of
// expect: past the end of a 64-byte buffer
#include "fault.hpp"
#include "kit/cuda_check.hpp"
__global__ void fill(int* data) {
  data[16 + threadIdx.x] = 1;  // finds: out_of_bounds
}
int main() {
  int* data = nullptr;
  KIT_CHECK(cudaMalloc(&data, 64));  // names: the buffer was allocated
  fill<<<1, 1>>>(data);
  KIT_CHECK(cudaDeviceSynchronize());
  KIT_CHECK(cudaFree(data));
}
