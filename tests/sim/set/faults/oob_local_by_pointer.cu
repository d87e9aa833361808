#include <cuda_runtime.h>
#include <cstdio>

__device__ __noinline__ void taps(float* w, int n, float sigma) {
  float sum = 0;
  for (int i = 0; i < n; i++) {
    float d = i - n / 2;
    float g = expf(-d * d / (2 * sigma * sigma));
    w[i] = g;  // missed: out_of_bounds
    sum += g;
  }
  for (int i = 0; i < n; i++) w[i] /= sum;
}

// Filters with a kernel whose width is known at run time; the array has room for 7 taps.
__global__ void smooth(const float* in, float* out, int n, int width) {
  float w[7];
  taps(w, width, 1.5f);
  int i = threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int k = 0; k < width; k++) s += w[k % 7] * in[min(max(i + k - width / 2, 0), n - 1)];
  out[i] = s;
}

int main() {
  const int n = 60;
  float h[n];
  for (int i = 0; i < n; i++) h[i] = i % 4;
  float *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  smooth<<<1, 64>>>(in, out, n, 9);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[2], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
