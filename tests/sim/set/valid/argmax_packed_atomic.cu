#include <cuda_runtime.h>
#include <cstdio>

__device__ unsigned ordered(float f) {
  unsigned u = __float_as_uint(f);
  return u & 0x80000000u ? ~u : u | 0x80000000u;
}

__global__ void argmax(const float* v, int n, unsigned long long* best) {
  __shared__ unsigned long long block_best;
  if (threadIdx.x == 0) block_best = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicMax(&block_best, (unsigned long long)ordered(v[i]) << 32 | unsigned(i));
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(best, block_best);
}

int main() {
  const int n = 500;
  static float h[n];
  unsigned long long r = 0, *best;
  float* v;
  for (int i = 0; i < n; i++) h[i] = -1.0f - (i * 97) % 503;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&best, sizeof r);
  cudaMemset(best, 0, sizeof r);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  argmax<<<3, 64>>>(v, n, best);
  cudaMemcpy(&r, best, sizeof r, cudaMemcpyDeviceToHost);
  printf("%u\n", (unsigned)r);
  cudaFree(v);
  cudaFree(best);
  return unsigned(r) == 0 ? 0 : 1;
}
