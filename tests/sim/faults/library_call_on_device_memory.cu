// expect: simulator: device memory was used on the host; copy it with cudaMemcpy first
#include <cstring>

#include "fault.hpp"
int main(int count, char**) {
  char* data = nullptr;
  cudaMalloc(&data, 128);
  std::memset(data, 0, 100 + count);  // finds: device_pointer_on_host
  return report(cudaDeviceSynchronize());
}
