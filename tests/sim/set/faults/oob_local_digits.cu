#include <cuda_runtime.h>
#include <cstdio>

// Writes numbers as decimal digits, ten at most; the terminating zero makes eleven.
__global__ void to_text(const unsigned* numbers, char* text, int n, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  char digits[10];
  unsigned v = numbers[i];
  int len = 0;
  do {
    digits[len++] = char('0' + v % 10);
    v /= 10;
  } while (v);
  digits[len] = '\0';  // finds: out_of_bounds
  for (int k = 0; k < len; k++) text[i * width + k] = digits[len - 1 - k];
  text[i * width + len] = 0;
}

int main() {
  const int n = 12, width = 16;
  unsigned numbers[n];
  char text[n * width];
  for (int i = 0; i < n; i++) numbers[i] = 390000000u * i;
  unsigned* dn;
  char* dt;
  cudaMalloc(&dn, sizeof numbers);
  cudaMalloc(&dt, sizeof text);
  cudaMemset(dt, 0, sizeof text);
  cudaMemcpy(dn, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  to_text<<<1, 32>>>(dn, dt, n, width);
  cudaError_t e = cudaMemcpy(text, dt, sizeof text, cudaMemcpyDeviceToHost);
  printf("%s %s\n", text + width, cudaGetErrorString(e));
  cudaFree(dn);
  cudaFree(dt);
}
