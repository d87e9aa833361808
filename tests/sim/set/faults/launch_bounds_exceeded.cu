#include <cuda_runtime.h>
#include <cstdio>

template <int N>
__global__ void __launch_bounds__(N) scale(float* v, float f) {
  v[blockIdx.x * blockDim.x + threadIdx.x] *= f;
}

int main() {
  float h[512], *v;
  for (float& x : h) x = 1;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  scale<128><<<2, 256>>>(v, 3);  // finds: launch_refused
  cudaError_t e = cudaGetLastError();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(v);
}
