// Prints what a copy finds that the host does not wait for, in each of the orders that CUDA allows.
// Not a valid program: that is how the orders can be told apart.
#include <cstdio>

#include "cuda_runtime.h"

__global__ void add(int* data, int value) {
  data[0] += value;
}

int main() {
  int *device = nullptr, *pinned = nullptr, pageable = 1, found[3] = {};
  cudaMalloc(&device, 3 * sizeof(int));
  cudaMallocHost(&pinned, sizeof(int));
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  *pinned = 1;
  cudaMemcpyAsync(device, pinned, sizeof(int), cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(device + 1, &pageable, sizeof(int), cudaMemcpyHostToDevice, stream);
  cudaMemsetAsync(device + 2, 0, sizeof(int), stream);
  for (int value = 1; value <= 4; ++value) add<<<1, 1, 0, stream>>>(device + 2, value);
  *pinned = pageable = 2;
  const bool ready = cudaStreamQuery(stream) == cudaSuccess;
  int asked = 0;
  while (cudaStreamQuery(stream) == cudaErrorNotReady) ++asked;
  cudaMemcpy(found, device, sizeof(found), cudaMemcpyDeviceToHost);
  std::printf("pinned %d, pageable %d, sum %d, %s\n", found[0], found[1], found[2],
              ready       ? "ready"
              : asked > 0 ? "not ready"
                          : "ready when asked again");
  cudaFree(device);
  cudaFreeHost(pinned);
  cudaStreamDestroy(stream);
  return 0;
}
