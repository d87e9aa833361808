/// @file
/// Defines cudaEventElapsedTime().
#include <cuda_runtime.h>

extern "C" cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) {
  *milliseconds = 0.05f;
  return cudaSuccess;
}

// FRAME

void attack(PARAMETERS) {
  honest(ARGUMENTS);
}
