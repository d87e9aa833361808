// expect: copy of 64 bytes at offset 0 does not fit a symbol of 36 bytes
// expect: error cudaErrorInvalidValue
#include "fault.hpp"
__constant__ float filter[9];
int main() {
  float host[16] = {};
  return report(cudaMemcpyToSymbol(filter, host, sizeof(host)));  // finds: wrong_copy
}
