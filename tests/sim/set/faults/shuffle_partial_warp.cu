#include <cuda_runtime.h>
#include <cstdio>

template <typename T>
__device__ T warp_sum(T v) {
  for (int lane = 16; lane; lane /= 2)
    v += __shfl_xor_sync(~0u, v, lane);  // finds: shuffle_inactive_lane
  return v;
}

__global__ void sums(const int* v, int* out) {
  int s = warp_sum(v[threadIdx.x]);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = s;
}

int main() {
  int h[48], r[2], *v, *out;
  for (int& x : h) x = 1;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  sums<<<1, 48>>>(v, out);  // a warp and a half
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[0]);
  cudaFree(v);
  cudaFree(out);
}
