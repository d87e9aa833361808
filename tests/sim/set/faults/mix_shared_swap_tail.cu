#include <cuda_runtime.h>
#include <cstdio>

// Bubble-like odd-even sort in shared memory; the last thread has no right neighbour.
__global__ void odd_even(int* data, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  for (int phase = 0; phase < n; phase++) {
    if ((t & 1) == (phase & 1)) {
      int low = min(s[t], s[t + 1]), high = max(s[t], s[t + 1]);  // finds: out_of_bounds
      if (t + 1 < n) s[t] = low, s[t + 1] = high;
    }
    __syncthreads();
  }
  data[t] = s[t];
}

int main() {
  int h[64];
  for (int i = 0; i < 64; i++) h[i] = (i * 23) % 64;
  int* d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  odd_even<<<1, 64>>>(d, 64);
  cudaError_t e = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %s\n", h[0], h[63], cudaGetErrorString(e));
  cudaFree(d);
}
