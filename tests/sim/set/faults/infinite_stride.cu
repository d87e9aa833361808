#include <cuda_runtime.h>
#include <cstdio>

// The step is worked out by integer division and is 0 for short rows.
__global__ void sample(const float* in, float* out, int n, int samples) {
  int t = threadIdx.x;
  float sum = 0;
  int step = n / samples;
  for (int i = t; i < n; i += step) {
    sum += in[i];  // finds: infinite_loop
  }
  out[t] = sum;
}

int main() {
  const int n = 20;
  float h[n], *in, *out;
  for (float& v : h) v = 1;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  sample<<<1, 16>>>(in, out, n, 32);
  cudaError_t e = cudaMemcpy(h, out, 16 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
