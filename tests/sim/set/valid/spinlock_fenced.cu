#include <cuda_runtime.h>
#include <cstdio>

struct Lock {
  int* state;
  __device__ void lock() {
    while (atomicCAS(state, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(state, 0);
  }
};

__global__ void append(Lock l, int* list, int* size) {
  if (threadIdx.x == 0) {
    l.lock();
    int n = *size;
    list[n] = blockIdx.x;
    *size = n + 1;
    l.unlock();
  }
}

int main() {
  const int blocks = 24;
  int *state, *list, *size, h[blocks], n = 0;
  cudaMalloc(&state, sizeof(int));
  cudaMalloc(&list, sizeof h);
  cudaMalloc(&size, sizeof(int));
  cudaMemset(state, 0, sizeof(int));
  cudaMemset(size, 0, sizeof(int));
  append<<<blocks, 32>>>(Lock{state}, list, size);
  cudaMemcpy(h, list, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(&n, size, sizeof n, cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int v : h) sum += v;
  printf("%d %d\n", n, sum);
  cudaFree(state);
  cudaFree(list);
  cudaFree(size);
  return n == blocks && sum == blocks * (blocks - 1) / 2 ? 0 : 1;
}
