#include <cuda_runtime.h>
#include <cstdio>

__global__ void scale(float* v, float f, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v[i] *= f;
}

static bool process(float* host, int n, float limit) {
  float* dev;
  if (cudaMalloc(&dev, n * sizeof(float)) != cudaSuccess) return false;  // finds: leak
  cudaMemcpy(dev, host, n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<2, 64>>>(dev, 3.0f, n);
  if (cudaMemcpy(host, dev, n * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return false;
  if (host[0] > limit) return false;  // forgets the buffer
  cudaFree(dev);
  return true;
}

int main() {
  float data[200];
  for (int i = 0; i < 200; ++i) data[i] = i + 1;
  bool ok = process(data, 200, 2.5f);
  printf("%d %g\n", ok, data[199]);
}
