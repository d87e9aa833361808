#include <cuda_runtime.h>
#include <cstdio>

// Each thread averages with its neighbours of the block; nothing waits for the loads.
__global__ void average(const float* in, float* out) {
  __shared__ float s[96];
  int t = threadIdx.x, g = blockIdx.x * 96 + t;
  s[t] = in[g];                          // finds: shared_race
  float left = t > 0 ? s[t - 1] : s[t];  // finds: shared_race
  float right = t < 95 ? s[t + 1] : s[t];
  out[g] = (left + right) / 2;
}

int main() {
  const int n = 192;
  float h[n];
  for (int i = 0; i < n; i++) h[i] = i;
  float *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  average<<<2, 96>>>(in, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[5] == 5);
  cudaFree(in);
  cudaFree(out);
}
