// expect: 50000 bytes of dynamic shared memory; the limit is 49152
// expect: error cudaErrorInvalidValue
#include "fault.hpp"
__global__ void nothing() {}
int main() {
  nothing<<<1, 32, 50000>>>();  // finds: shared_size
  return report(cudaGetLastError());
}
