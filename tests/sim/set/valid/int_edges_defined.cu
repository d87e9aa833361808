#include <cuda_runtime.h>
#include <climits>
#include <cstdio>

__global__ void edges(int* out, long long* wide) {
  int t = threadIdx.x;
  int big = INT_MAX - t;
  out[t] = big - INT_MAX + (INT_MIN + t) / 2 * 2 % 7;
  wide[t] = 1ll * big * big - (long long)INT_MIN * INT_MIN;
  unsigned u = unsigned(INT_MIN) + unsigned(INT_MIN);
  out[t] += int(u) + int(short(70000 + t)) * 0 + (signed char)(200) * 0;
}

int main() {
  int h[16], *out;
  long long w[16], *wide;
  cudaMalloc(&out, sizeof h);
  cudaMalloc(&wide, sizeof w);
  edges<<<1, 16>>>(out, wide);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(w, wide, sizeof w, cudaMemcpyDeviceToHost);
  printf("%d %lld\n", h[3], w[0]);
  cudaFree(out);
  cudaFree(wide);
  return w[0] == -4294967295ll ? 0 : 1;
}
