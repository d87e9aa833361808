#include <cuda_runtime.h>
#include <cstdio>

struct Item {
  int value;
  int next;
};

__device__ int head = -1;

__global__ void push(Item* items, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  items[i].value = i * i;
  int old = atomicAdd(&head, 0);
  while (true) {
    items[i].next = old;
    __threadfence();
    int seen = atomicCAS(&head, old, i);
    if (seen == old) break;
    old = seen;
  }
}

__global__ void total(const Item* items, int* out) {
  int s = 0;
  for (int i = head; i >= 0; i = items[i].next) s += items[i].value;
  *out = s;
}

int main() {
  const int n = 90;
  Item* items;
  int *out, r = 0;
  cudaMalloc(&items, n * sizeof(Item));
  cudaMalloc(&out, sizeof r);
  push<<<3, 32>>>(items, n);
  total<<<1, 1>>>(items, out);
  cudaMemcpy(&r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(items);
  cudaFree(out);
  return r == (n - 1) * n * (2 * n - 1) / 6 ? 0 : 1;
}
