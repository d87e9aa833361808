#include <cuda_runtime.h>
#include <cstdio>

__global__ void plus(int* v) {
  v[threadIdx.x] += 10;
}
__global__ void times(int* v) {
  v[threadIdx.x] *= 3;
}
template <int N>
__global__ void minus(int* v) {
  v[threadIdx.x] -= N;
}

int main() {
  void (*pipeline[])(int*) = {plus, times, minus<4>};
  int h[8] = {0, 1, 2, 3, 4, 5, 6, 7}, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  for (auto kernel : pipeline) kernel<<<1, 8>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[7]);
  cudaFree(d);
  return h[7] == 47 ? 0 : 1;
}
