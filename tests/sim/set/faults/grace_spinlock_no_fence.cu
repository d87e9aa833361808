#include <cuda_runtime.h>
#include <cstdio>

struct Account {
  int lock;
  int balance;
  int bookings;
};

// A lock taken with atomicCAS and given back with atomicExch, but without fences.
__global__ void deposit(Account* a) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&a->lock, 0, 1) != 0) {
    }
    a->balance += blockIdx.x + 1;  // finds: global_race
    a->bookings += 1;              // finds: global_race
    atomicExch(&a->lock, 0);
  }
}

int main() {
  Account h = {}, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
  deposit<<<8, 32>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h.balance, h.bookings);
  cudaFree(d);
}
