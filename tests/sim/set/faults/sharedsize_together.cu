#include <cuda_runtime.h>
#include <cstdio>

__global__ void both(float* v, int n) {
  __shared__ float fixed[8192];  // 32 KiB
  extern __shared__ float more[];
  int t = threadIdx.x;
  fixed[t] = v[t];
  more[t] = fixed[t] * 2;
  __syncthreads();
  v[t] = more[n - 1 - t] + fixed[n - 1 - t];
}

int main() {
  float h[128], *v;
  for (int i = 0; i < 128; i++) h[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  both<<<1, 128, 20 * 1024>>>(v, 128);  // finds: shared_size
  cudaError_t e = cudaGetLastError();
  if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e));
  cudaFree(v);
}
