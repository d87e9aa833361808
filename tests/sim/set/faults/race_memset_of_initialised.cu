#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

// Thread 0 clears the bins for the second round while the others read the results of the first.
__global__ void rounds(const unsigned char* px, int n, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 32) s[t] = 0;
  __syncthreads();
  for (int r = 0; r < 2; r++) {
    for (int i = t; i < n; i += blockDim.x) atomicAdd(&s[px[i] / 8], r + 1);
    __syncthreads();
    if (t < 32) out[32 * r + t] = s[t];   // pair: shared_race
    if (t == 63) memset(s, 0, sizeof s);  // pair: shared_race
    __syncthreads();
  }
}

int main() {
  unsigned char h[256], *px;
  int r[64], *out;
  for (int i = 0; i < 256; i++) h[i] = (unsigned char)i;
  cudaMalloc(&px, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(px, h, sizeof h, cudaMemcpyHostToDevice);
  rounds<<<1, 64>>>(px, 256, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[31] >= 0);
  cudaFree(px);
  cudaFree(out);
}
