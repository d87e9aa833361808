/// What the faulty programs share. The first lines of each say what its output must hold.
#pragma once

#include <cstdio>

/// Prints the error that the program ends with.
inline int report(cudaError_t error) {
  std::printf("error %s\n", cudaGetErrorName(error));
  return 0;
}

/// Launches a kernel on 4096 bytes of zeros.
template <typename Kernel>
int run(Kernel kernel, int blocks, int threads) {
  int* data = nullptr;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  kernel<<<blocks, threads>>>(data);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
