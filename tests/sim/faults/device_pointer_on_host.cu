// expect: device memory was used on the host; copy it with cudaMemcpy first
// expect: Segmentation fault
#include "fault.hpp"
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 400);
  data[0] = 1;  // finds: device_pointer_on_host
  return report(cudaDeviceSynchronize());
}
