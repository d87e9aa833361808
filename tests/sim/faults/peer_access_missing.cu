// expect: error cudaErrorIllegalAddress
// expect: reads a 128-byte buffer of device 1 in a kernel on device 0, which may not
// setting: KIT_SIM_DEVICES=2
#include "fault.hpp"

namespace {

__global__ void add(const int* from, int* to) {
  to[threadIdx.x] += from[threadIdx.x];  // finds: peer_access
}

}  // namespace

// says: cudaDeviceEnablePeerAccess(1, 0) comes before, while device 0 is the current one
int main() {
  int *mine = nullptr, *theirs = nullptr;
  (void)cudaSetDevice(1);
  (void)cudaMalloc(&theirs, 32 * sizeof(int));
  (void)cudaMemset(theirs, 0, 32 * sizeof(int));
  (void)cudaDeviceSynchronize();
  (void)cudaSetDevice(0);
  (void)cudaMalloc(&mine, 32 * sizeof(int));
  (void)cudaMemset(mine, 0, 32 * sizeof(int));
  add<<<1, 32>>>(theirs, mine);
  return report(cudaDeviceSynchronize());
}
