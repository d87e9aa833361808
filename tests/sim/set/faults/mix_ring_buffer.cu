#include <cuda_runtime.h>
#include <cstdio>

// Moving average over the last five samples in a ring; a negative index wraps the wrong way in C.
__global__ void moving_average(const float* in, float* out, int series, int length) {
  int s = threadIdx.x;
  if (s >= series) return;
  float ring[5] = {0, 0, 0, 0, 0}, sum = 0;
  for (int i = 0; i < length; i++) {
    float oldest = ring[(i - 5) % 5];  // finds: out_of_bounds
    float v = in[s * length + i];
    sum += v - oldest;
    ring[i % 5] = v;
    out[s * length + i] = sum / 5;
  }
}

int main() {
  const int series = 8, length = 20;
  float h[series * length];
  for (int i = 0; i < series * length; i++) h[i] = i % 6;
  float *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  moving_average<<<1, 32>>>(in, out, series, length);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[10], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
