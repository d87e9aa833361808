// Prints how much shared memory a block can have, and whether a kernel that takes all of it works.
#include <cstdio>

#include "kit/device_buffer.hpp"

__global__ void reverse(int* data, int n) {
  extern __shared__ int copy[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) copy[i] = data[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = copy[n - 1 - i];
}

int main() {
  cudaDeviceProp card;
  KIT_CHECK(cudaGetDeviceProperties(&card, 0));
  const int bytes = int(card.sharedMemPerBlockOptin), n = bytes / int(sizeof(int));
  int* data;
  KIT_CHECK(cudaMallocManaged(&data, bytes));
  for (int i = 0; i < n; ++i) data[i] = i;
  const bool more = cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                         bytes + 1) == cudaSuccess;
  (void)cudaGetLastError();
  KIT_CHECK(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  reverse<<<2, 256, bytes>>>(data, 0);  // two blocks that do nothing
  reverse<<<1, 256, bytes>>>(data, n);
  KIT_CHECK(cudaGetLastError());
  KIT_CHECK(cudaDeviceSynchronize());
  bool right = !more;
  for (int i = 0; i < n; ++i) right = right && data[i] == n - 1 - i;
  std::printf("%d.%d: %d KiB, %s\n", card.major, card.minor, bytes / 1024,
              right ? "right" : "wrong");
  KIT_CHECK(cudaFree(data));
  return 0;
}
