#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

__global__ void saxpy(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + 1;  // finds: host_pointer
}

int main() {
  std::vector<float> x(100, 2.0f);
  float* y;
  cudaMalloc(&y, x.size() * sizeof(float));
  saxpy<<<4, 32>>>(2.0f, x.data(), y, (int)x.size());
  cudaError_t e = cudaMemcpy(x.data(), y, x.size() * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(y);
}
