// expect: error cuda
#include "fault.hpp"
__device__ float at(const float* image, int x, int y, int width) {
  return image[y * width + x];  // finds: out_of_bounds
}
__global__ void shift(const float* in, float* out, int width) {
  out[threadIdx.y * width + threadIdx.x] = at(in, threadIdx.x, threadIdx.y + 1, width);
}
int main() {
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 60);  // names: the buffer was allocated
  cudaMemset(in, 0, 60);
  cudaMalloc(&out, 64);
  shift<<<1, dim3(4, 4)>>>(in, out, 4);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return report(error);
}
