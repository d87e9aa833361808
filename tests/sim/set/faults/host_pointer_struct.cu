#include <cuda_runtime.h>
#include <cstdio>

struct Config {
  int gain, offset;
  int* samples;
};

// The configuration is passed by its address on the host's stack.
__global__ void amplify(const Config* c, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  int gain = c->gain;  // finds: host_pointer
  c->samples[i] = gain * c->samples[i] + c->offset;
}

int main() {
  Config c{3, 1, nullptr};
  int h[40] = {};
  cudaMalloc(&c.samples, sizeof h);
  cudaMemcpy(c.samples, h, sizeof h, cudaMemcpyHostToDevice);
  amplify<<<1, 64>>>(&c, 40);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(c.samples);
}
