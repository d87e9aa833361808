// expect: error cudaErrorInvalidResourceHandle
// expect: is given a stream that was destroyed or never made
#include "fault.hpp"
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;
}
int main() {
  int* data = nullptr;
  int values[4] = {};
  cudaMalloc(&data, 128);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamDestroy(stream);
  fill<<<1, 32, 0, stream>>>(data);  // finds: invalid_handle
  cudaError_t error = cudaGetLastError();
  const cudaMemcpyKind kind = cudaMemcpyHostToDevice;
  error = cudaMemcpyAsync(data, values, 16, kind, stream);    // finds: invalid_handle
  if (cudaStreamDestroy(stream)) error = cudaGetLastError();  // finds: invalid_handle
  cudaFree(data);
  return report(error);
}
