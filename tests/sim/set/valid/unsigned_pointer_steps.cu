#include <cuda_runtime.h>
#include <cstdio>

// Unsigned indices that wrap in 32 bits, and size_t steps that wrap in 64.
__global__ void differences(const int* in, int* out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i >= n) return;
  unsigned before = i + 0xffffffffu;
  const int* p = in + i;
  p += size_t(0) - 1;
  out[i] = in[i] - in[before] + p[1] - p[0];
}

int main() {
  const unsigned n = 60;
  int h[n], *in, *out;
  for (unsigned i = 0; i < n; i++) h[i] = int(i * i);
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemset(out, 0, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  differences<<<2, 32>>>(in, out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[10]);
  cudaFree(in);
  cudaFree(out);
  return h[10] == 38 ? 0 : 1;
}
