/// What programs share in which the block that comes last adds up what all blocks have left.
#pragma once

#include "fault.hpp"

__global__ void total(const int* in, int* partial, unsigned* done, int* result);

int main() {
  int *in = nullptr, *partial = nullptr, *result = nullptr;
  unsigned* done = nullptr;
  cudaMalloc(&in, 64);
  cudaMemset(in, 0, 64);
  cudaMalloc(&partial, 64);
  cudaMalloc(&result, 4);
  cudaMalloc(&done, 4);
  cudaMemset(done, 0, 4);
  total<<<16, 1>>>(in, partial, done, result);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(partial);
  cudaFree(result);
  cudaFree(done);
  return report(error);
}
