#include <cuda_runtime.h>
#include <cstdio>

constexpr int CHANNELS = 3;
__constant__ float color_matrix[4][4];

// Applies a colour matrix; the pixel's own row has room for three channels, the matrix four.
__global__ void apply(const float* in, float* out, int pixels) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= pixels) return;
  float row[CHANNELS];
  for (int c = 0; c < CHANNELS; c++) {
    for (int k = 0; k < 4; k++) row[k] = color_matrix[c][k];  // finds: out_of_bounds
    float v = 0;
    for (int k = 0; k < CHANNELS; k++) v += row[k] * in[p * CHANNELS + k];
    out[p * CHANNELS + c] = v;
  }
}

int main() {
  const int pixels = 50;
  float h[pixels * CHANNELS], m[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
  for (int i = 0; i < pixels * CHANNELS; i++) h[i] = i;
  float *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpyToSymbol(color_matrix, m, sizeof m);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  apply<<<1, 64>>>(in, out, pixels);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[5], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
