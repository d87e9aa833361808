#include <cuda_runtime.h>
#include <cstdio>

const int T = 16;

// The tile is addressed with a padded pitch but declared without the padding.
__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[T * T];
  const int pitch = T + 1;
  int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
  float v = in[y * n + x];
  tile[threadIdx.y * pitch + threadIdx.x] = v;  // finds: out_of_bounds
  __syncthreads();
  x = blockIdx.y * T + threadIdx.x;
  y = blockIdx.x * T + threadIdx.y;
  out[y * n + x] = tile[threadIdx.x * pitch + threadIdx.y];  // finds: out_of_bounds
}

int main() {
  const int n = 32;
  static float h[n * n];
  for (int i = 0; i < n * n; i++) h[i] = i;
  float *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  transpose<<<dim3(n / T, n / T), dim3(T, T)>>>(in, out, n);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[1], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
