#include <cuda_runtime.h>
#include <cstdio>

// One half of the threads clears words, the other sets bytes of the same words.
__global__ void paint(unsigned* words, int n) {
  unsigned char* bytes = reinterpret_cast<unsigned char*>(words);
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    if (t < n) words[t] = 0x01010101u * t;  // pair: global_race
  } else {
    if (t < n) bytes[4 * t + 2] = 255;  // pair: global_race
  }
}

int main() {
  unsigned h[40], *d;
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  paint<<<2, 64>>>(d, 40);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0] != 7);
  cudaFree(d);
}
