#include <cuda_runtime.h>
#include <cstdio>

// Walks over an array of its own with a pointer, one step too far.
__global__ void sums(const int* in, int* out, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  int v[6];
  for (int k = 0; k < 6; k++) v[k] = in[6 * i + k];
  int s = 0;
  for (const int* p = v; p <= v + 6; ++p) s += *p;  // missed: out_of_bounds
  out[i] = s;
}

int main() {
  const int n = 20;
  int h[6 * n], r[n], *in, *out;
  for (int& x : h) x = 1;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  sums<<<1, 32>>>(in, out, n);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[0] == 6);
  cudaFree(in);
  cudaFree(out);
}
