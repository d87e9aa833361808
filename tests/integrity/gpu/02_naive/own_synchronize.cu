/// @file
/// Defines cudaDeviceSynchronize(), so that nobody waits.
#include <cuda_runtime.h>

#ifndef __CUDA_ARCH__
extern "C" cudaError_t cudaDeviceSynchronize() {
  return cudaSuccess;
}
#endif

// FRAME

void attack(PARAMETERS) {
  stream = side_stream();
  honest(ARGUMENTS);
}
