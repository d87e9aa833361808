/// @file
/// Defines cudaEventRecord(), which does nothing.
#include <cuda_runtime.h>

#ifndef __CUDA_ARCH__
extern "C" cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) {
  return cudaSuccess;
}
#endif

// FRAME

void attack(PARAMETERS) {
  honest(ARGUMENTS);
}
