#include <cuda_runtime.h>
#include <cstdio>

__global__ void fixed_point(const double* in, long long* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = static_cast<long long>(in[i] * 4294967296.0);  // finds: undefined_arithmetic
}

int main() {
  double h[3] = {1.5, 4e9, -2}, *in;
  long long r[3], *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  fixed_point<<<1, 3>>>(in, out, 3);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%lld\n", r[0]);
  cudaFree(in);
  cudaFree(out);
}
