#include <cuda_runtime.h>
#include <cstdio>

struct Buffers {
  float* input = nullptr;
  float* output = nullptr;
};

__global__ void copy(Buffers b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = b.input[i];
    b.output[i] = v;  // finds: null_pointer
  }
}

int main() {
  Buffers b;
  float h[64] = {1};
  cudaMalloc(&b.input, sizeof h);
  cudaMemcpy(b.input, h, sizeof h, cudaMemcpyHostToDevice);
  copy<<<2, 32>>>(b, 64);
  cudaError_t e = cudaGetLastError();
  if (e == cudaSuccess) e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(b.input);
}
