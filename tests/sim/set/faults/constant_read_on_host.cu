#include <cuda_runtime.h>
#include <cstdio>

__constant__ float gain;
__constant__ float curve[4];

__global__ void apply(float* v) {
  v[threadIdx.x] = gain * v[threadIdx.x] + curve[threadIdx.x % 4];
}

int main() {
  float h[8] = {}, c[4] = {1, 2, 3, 4}, *v;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(curve, c, sizeof c);
  float g = 2.0f;
  cudaMemcpyToSymbol(gain, &g, sizeof g);
  float last = curve[3];  // finds: device_pointer_on_host
  apply<<<1, 8>>>(v);
  cudaError_t e = cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g %s\n", h[3], last, cudaGetErrorString(e));
  cudaFree(v);
}
