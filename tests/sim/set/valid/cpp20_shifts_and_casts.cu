#include <cuda_runtime.h>
#include <cstdio>

// Defined since C++20: shifts into the sign. Defined always: what truncates to a value of the type.
__global__ void edges(int* out, float minus, double large) {
  int t = threadIdx.x;
  int top = 1 << 31;
  int left = -1 << (t % 8);
  unsigned zero = unsigned(minus);  // -0.5 truncates to 0
  int near = int(large);            // 2147483647.5
  unsigned char byte = (unsigned char)(255.0f - minus * 0.9f);
  int wrapped = int(unsigned(top) + unsigned(left));
  out[t] = (top < 0) + (left < 0) + int(zero) + (near == 2147483647) + (byte == 255) +
           (wrapped != 0) * 0;
}

int main() {
  int h[32], *out;
  cudaMalloc(&out, sizeof h);
  edges<<<1, 32>>>(out, -0.5f, 2147483647.5);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[7]);
  cudaFree(out);
  return h[7] == 4 ? 0 : 1;
}
