#include <cuda_runtime.h>
#include <cstdio>

__global__ void sum(const float* in, float* out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (int d = 64; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];  // finds: shared_race
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

int main() {
  const int blocks = 4, n = blocks * 128;
  float h[n], r[blocks];
  for (int i = 0; i < n; ++i) h[i] = 1.0f;
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(r));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  sum<<<blocks, 128>>>(in, out);
  if (cudaGetLastError() != cudaSuccess) puts("launch failed");
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  printf("%g %g\n", r[0], r[3]);
  cudaFree(in);
  cudaFree(out);
}
