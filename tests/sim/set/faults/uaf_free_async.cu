#include <cuda_runtime.h>
#include <cstdio>

__global__ void scale(float* v, float f) {
  v[threadIdx.x] *= f;  // finds: use_after_free
}

int main() {
  cudaStream_t s;
  cudaStreamCreate(&s);
  float h[32], *v;
  for (float& x : h) x = 1;
  cudaMallocAsync(&v, sizeof h, s);
  cudaMemcpyAsync(v, h, sizeof h, cudaMemcpyHostToDevice, s);
  scale<<<1, 32, 0, s>>>(v, 2);
  cudaMemcpyAsync(h, v, sizeof h, cudaMemcpyDeviceToHost, s);
  cudaFreeAsync(v, s);
  scale<<<1, 32, 0, s>>>(v, 3);  // forgotten when the free was added
  cudaError_t e = cudaStreamSynchronize(s);
  printf("%g %s\n", h[0], cudaGetErrorString(e));
  cudaStreamDestroy(s);
}
