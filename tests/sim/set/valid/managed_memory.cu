#include <cuda_runtime.h>
#include <cstdio>

struct List {
  int size;
  int* items;
};

__global__ void doubled(List* l) {
  for (int i = threadIdx.x; i < l->size; i += blockDim.x) l->items[i] *= 2;
}

int main() {
  List* l;
  cudaMallocManaged(&l, sizeof(List));
  l->size = 40;
  cudaMallocManaged(&l->items, l->size * sizeof(int));
  for (int i = 0; i < l->size; i++) l->items[i] = i;
  doubled<<<1, 32>>>(l);
  cudaDeviceSynchronize();
  int last = l->items[39];
  printf("%d\n", last);
  cudaFree(l->items);
  cudaFree(l);
  return last == 78 ? 0 : 1;
}
