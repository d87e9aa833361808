#include <cuda_runtime.h>
#include <cstdio>

struct TicketLock {
  unsigned next;
  volatile unsigned serving;
};

__global__ void sum_in_order(TicketLock* l, double* sum, int* order) {
  if (threadIdx.x != 0) return;
  unsigned mine = atomicAdd(&l->next, 1u);
  while (l->serving != mine) {
  }
  __threadfence();
  *sum = *sum * 0.5 + mine;
  order[mine] = blockIdx.x;
  __threadfence();
  l->serving = mine + 1;
}

int main() {
  const int blocks = 10;
  TicketLock* l;
  double *sum, s = -1;
  int *order, h[blocks], seen = 0;
  cudaMalloc(&l, sizeof(TicketLock));
  cudaMalloc(&sum, sizeof s);
  cudaMalloc(&order, sizeof h);
  cudaMemset(l, 0, sizeof(TicketLock));
  cudaMemset(sum, 0, sizeof s);
  sum_in_order<<<blocks, 32>>>(l, sum, order);
  cudaMemcpy(&s, sum, sizeof s, cudaMemcpyDeviceToHost);
  cudaMemcpy(h, order, sizeof h, cudaMemcpyDeviceToHost);
  for (int b : h) seen |= 1 << b;
  printf("%g %x\n", s, seen);
  cudaFree(l);
  cudaFree(sum);
  cudaFree(order);
  return seen == 1023 ? 0 : 1;
}
