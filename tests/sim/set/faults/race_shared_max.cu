#include <cuda_runtime.h>
#include <cstdio>

__global__ void find_max(const float* in, int n, float* out) {
  __shared__ float best;
  if (threadIdx.x == 0) best = in[0];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float v = in[i];
    if (v > best)  // finds: shared_race
      best = v;    // finds: shared_race
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = best;
}

int main() {
  const int n = 200;
  float h[n], r, *in, *out;
  for (int i = 0; i < n; i++) h[i] = (i * 17) % 211;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  find_max<<<1, 64>>>(in, n, out);
  cudaMemcpy(&r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r > 0);
  cudaFree(in);
  cudaFree(out);
}
