#include <cuda_runtime.h>
#include <cstdio>

struct Packed {
  unsigned age : 7;
  unsigned kind : 3;
  unsigned weight : 22;
};

__global__ void build(Packed* p, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  Packed v = {};
  v.age = i;
  v.kind = i % 8;
  v.weight = i * 1000;
  p[i] = v;
  p[i].kind = 7 - p[i].kind;
}

int main() {
  Packed h[50], *p;
  cudaMalloc(&p, sizeof h);
  build<<<1, 64>>>(p, 50);
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", h[49].age, h[49].kind, h[49].weight);
  cudaFree(p);
  return h[49].kind == 6 && h[49].weight == 49000 ? 0 : 1;
}
