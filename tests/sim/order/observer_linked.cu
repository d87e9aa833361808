// Says whether the observer is part of the program, as the lab's worker asks.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "kit/device_buffer.hpp"

extern "C" const char* kit_sim_take_observations() __attribute__((weak));

__global__ void take_memory(int* result) {
  int* const block = new int[2];
  auto* const other = static_cast<int*>(malloc(sizeof(int)));
  block[0] = 20;
  *other = 22;
  *result = block[0] + *other;
  free(other);
  delete[] block;
}

int main() {
  kit::DeviceBuffer<int> result(1);
  take_memory<<<1, 1>>>(result.data());
  std::vector<int> copy(1);
  const cudaError_t error =
      cudaMemcpy(copy.data(), result.data(), sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) return 1;
  std::printf("%d, %s\n", copy[0],
              kit_sim_take_observations != nullptr ? "with observer" : "without observer");
  return 0;
}
