// expect: launch of nothing at
// expect: a block has at most 1024 threads
// expect: error cudaErrorInvalidValue
#include "fault.hpp"
__global__ void nothing() {}
int main() {
  nothing<<<1, dim3(64, 32)>>>();  // finds: launch_refused
  return report(cudaGetLastError());
}
