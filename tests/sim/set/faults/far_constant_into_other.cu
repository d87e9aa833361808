#include <cuda_runtime.h>
#include <cstdio>

__constant__ float rows_[8];
__constant__ float columns_[8];

__device__ float dot(const float* w, const float* v, int n) {
  float s = 0;
  for (int k = 0; k < n; k++) {
    float weight = w[k];  // finds: out_of_bounds
    s += weight * v[k];
  }
  return s;
}

__global__ void filter(const float* in, float* out) {
  out[threadIdx.x] = dot(rows_, in + threadIdx.x, 9) + dot(columns_, in, 8);
}

int main() {
  float h[64] = {1}, w[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpyToSymbol(rows_, w, sizeof w);
  cudaMemcpyToSymbol(columns_, w, sizeof w);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  filter<<<1, 32>>>(in, out);
  cudaError_t e = cudaMemcpy(h, out, 32 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[0], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
