#include <cuda_runtime.h>
#include <cstdio>

// The last warp unrolled as it was done on cards of before 2017.
__device__ void warp_reduce(volatile int* s, int t) {
  s[t] += s[t + 32];  // finds: shared_race shared_race shared_race shared_race shared_race
  s[t] += s[t + 16];  // finds: shared_race shared_race shared_race shared_race shared_race
  s[t] += s[t + 8];   // finds: shared_race shared_race shared_race shared_race
  s[t] += s[t + 4];   // finds: shared_race shared_race shared_race
  s[t] += s[t + 2];   // finds: shared_race shared_race
  s[t] += s[t + 1];   // finds: shared_race
}

__global__ void reduce(const int* in, int* out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 128; d > 32; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t < 32) warp_reduce(s, t);
  if (t == 0) out[blockIdx.x] = s[0];
}

int main() {
  static int h[512];
  int r[2];
  for (int i = 0; i < 512; i++) h[i] = 2;
  int *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  reduce<<<2, 256>>>(in, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[0] == 512);
  cudaFree(in);
  cudaFree(out);
}
