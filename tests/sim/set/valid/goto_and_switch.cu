#include <cuda_runtime.h>
#include <cstdio>

// A little byte code with loops and jumps.
__global__ void run(const unsigned char* code, int* out) {
  int acc = 1, pc = 0, n = threadIdx.x + 1;
next:
  switch (code[pc++]) {
    case 0:
      acc *= n;
      goto next;
    case 1:
      if (--n == 0) break;
      pc = 0;
      [[fallthrough]];
    case 2:
      goto next;
    default:
      acc = -1;
  }
  out[threadIdx.x] = acc;
}

int main() {
  const unsigned char program[] = {0, 2, 1};
  unsigned char* code;
  int h[5], *out;
  cudaMalloc(&code, sizeof program);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(code, program, sizeof program, cudaMemcpyHostToDevice);
  run<<<1, 5>>>(code, out);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %s\n", h[4], cudaGetErrorString(e));
  cudaFree(code);
  cudaFree(out);
  return h[4] == 120 ? 0 : 1;
}
