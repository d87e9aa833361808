/// A cooperative launch on 4096 bytes of zeros.
#pragma once

#include <cooperative_groups.h>

#include "fault.hpp"

inline int report_after(cudaError_t launched, int* data) {
  const cudaError_t error = launched != cudaSuccess ? launched : cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
inline int* zeros() {
  int* data = nullptr;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  return data;
}
