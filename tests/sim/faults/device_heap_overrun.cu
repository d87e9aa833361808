// expect: error cuda
// A thread takes memory for three values and writes a fourth.
// says: writes right past the end of a block of 12 bytes that a thread took with new or malloc
#include "fault.hpp"
__global__ void squares(float* sums) {
  float* own = new float[3];
  for (int i = 0; i <= 3; ++i) own[i] = float(i * i);  // finds: out_of_bounds
  sums[threadIdx.x] = own[0] + own[1] + own[2];
  delete[] own;
}
int main() {
  float* sums = nullptr;
  cudaMalloc(&sums, 128);
  squares<<<1, 32>>>(sums);
  return report(cudaDeviceSynchronize());
}
