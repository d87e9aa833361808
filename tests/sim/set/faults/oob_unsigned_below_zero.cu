#include <cuda_runtime.h>
#include <cstdio>

struct Span {
  const int* data;
  unsigned size;
};

// Backward differences.
__global__ void differences(Span s, int* out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < s.size) {
    int before = s.data[i - 1];  // finds: out_of_bounds
    out[i] = s.data[i] - before;
  }
}

int main() {
  const unsigned n = 96;
  int h[n];
  for (unsigned i = 0; i < n; i++) h[i] = i * i;
  int *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  differences<<<3, 32>>>(Span{in, n}, out);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %s\n", h[5], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
