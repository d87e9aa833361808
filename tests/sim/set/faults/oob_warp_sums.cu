#include <cuda_runtime.h>
#include <cstdio>

// Sum of a block by warps. Room for four warps; the launch has eight.
__global__ void sum_warps(const float* v, float* total, int n) {
  __shared__ float warp_sums[4];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = i < n ? v[i] : 0.0f;
  for (int o = 16; o; o >>= 1) x += __shfl_down_sync(0xffffffffu, x, o);
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (lane == 0) warp_sums[warp] = x;  // finds: out_of_bounds
  __syncthreads();
  if (threadIdx.x == 0) {
    float s = 0;
    for (int w = 0; w < blockDim.x / 32; w++) s += warp_sums[w];  // finds: out_of_bounds
    atomicAdd(total, s);
  }
}

int main() {
  const int n = 1000;
  float h[n], total = 0;
  for (int i = 0; i < n; i++) h[i] = 0.25f;
  float *v, *t;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&t, sizeof(float));
  cudaMemset(t, 0, sizeof(float));
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  sum_warps<<<4, 256>>>(v, t, n);
  cudaError_t e = cudaMemcpy(&total, t, sizeof total, cudaMemcpyDeviceToHost);
  printf("%g %s\n", total, cudaGetErrorString(e));
  cudaFree(v);
  cudaFree(t);
}
