// expect: a grid or block of extent 0 launches nothing
// expect: error cudaErrorInvalidValue
#include "fault.hpp"
__global__ void nothing() {}
int main() {
  const int count = 100;
  nothing<<<count / 256, 256>>>();  // finds: launch_refused
  return report(cudaGetLastError());
}
