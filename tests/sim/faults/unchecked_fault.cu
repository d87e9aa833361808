// expect: past the end of a 64-byte buffer
#include "fault.hpp"
__global__ void fill(int* data) {
  data[16 + threadIdx.x] = 1;  // finds: out_of_bounds
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 64);  // names: the buffer was allocated
  fill<<<1, 1>>>(data);   // finds: unchecked_error
  cudaDeviceSynchronize();
  cudaFree(data);
}
