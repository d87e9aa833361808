// expect: error cudaSuccess
#include "fault.hpp"
__device__ int counter;
__global__ void count() {
  counter = counter + 1;  // finds: global_race
}
int main() {
  count<<<4, 64>>>();
  return report(cudaDeviceSynchronize());
}
