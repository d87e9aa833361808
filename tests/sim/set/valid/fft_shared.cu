#include <cuda_runtime.h>
#include <cstdio>

template <int N>
__global__ void fft(float2* data) {
  __shared__ float2 s[N];
  int t = threadIdx.x;
  s[__brev(t) >> (32 - 6)] = data[t];
  s[__brev(t + N / 2) >> (32 - 6)] = data[t + N / 2];
  for (int half = 1; half < N; half *= 2) {
    __syncthreads();
    int k = t % half, a = t / half * 2 * half + k;
    float sn, cs;
    sincosf(-3.14159265f * k / half, &sn, &cs);
    float2 u = s[a], v = s[a + half];
    float2 w = {v.x * cs - v.y * sn, v.x * sn + v.y * cs};
    s[a] = {u.x + w.x, u.y + w.y};
    s[a + half] = {u.x - w.x, u.y - w.y};
  }
  __syncthreads();
  data[t] = s[t];
  data[t + N / 2] = s[t + N / 2];
}

int main() {
  float2 h[64], *d;
  for (auto& v : h) v = {1, 0};
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  fft<64><<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%.0f %.3f\n", h[0].x, fabsf(h[5].x));
  cudaFree(d);
  return h[0].x == 64 ? 0 : 1;
}
