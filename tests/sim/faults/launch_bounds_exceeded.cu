// expect: error cudaSuccess
#include "fault.hpp"
template <int N>
__global__ void __launch_bounds__(N, 2) fill(int* data) {
  data[threadIdx.x] = 1;
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 8192);
  fill<64><<<4, 64>>>(data);
  fill<64><<<4, 128>>>(data);  // finds: launch_refused unchecked_error
  cudaFree(data);
  return report(cudaDeviceSynchronize());
}
