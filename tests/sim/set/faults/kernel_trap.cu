#include <cuda_runtime.h>
#include <cstdio>

enum class Op { add, subtract, scale };

__device__ float run(Op op, float a, float b) {
  switch (op) {
    case Op::add:
      return a + b;
    case Op::subtract:
      return a - b;
    default:
      __trap();  // finds: kernel_fault
  }
  return 0;
}

__global__ void interpret(const Op* ops, float* v, int n) {
  int i = threadIdx.x;
  if (i < n) v[i] = run(ops[i], v[i], 1);
}

int main() {
  Op h[6] = {Op::add, Op::subtract, Op::add, Op::scale, Op::add, Op::add}, *ops;
  float f[6] = {1, 2, 3, 4, 5, 6}, *v;
  cudaMalloc(&ops, sizeof h);
  cudaMalloc(&v, sizeof f);
  cudaMemcpy(ops, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(v, f, sizeof f, cudaMemcpyHostToDevice);
  interpret<<<1, 6>>>(ops, v, 6);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(ops);
  cudaFree(v);
}
