#include <cuda_runtime.h>
#include <cstdio>

constexpr int EMPTY = -1;
struct Slot {
  int key, count;
};

__device__ void add(Slot* table, int capacity, int key) {
  int i = unsigned(key) * 2654435761u % capacity;
  for (;;) {
    int old = atomicCAS(&table[i].key, EMPTY, key);
    if (old == EMPTY || old == key) {
      atomicAdd(&table[i].count, 1);
      return;
    }
    i = (i + 1) % capacity;
  }
}

__global__ void count(const int* keys, int n, Slot* table, int capacity) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    add(table, capacity, keys[i]);
}

int main() {
  const int n = 300, capacity = 97;
  int h[n], *keys, total = 0;
  Slot t[capacity], *table;
  for (int i = 0; i < n; i++) h[i] = i % 60;
  for (Slot& s : t) s = {EMPTY, 0};
  cudaMalloc(&keys, sizeof h);
  cudaMalloc(&table, sizeof t);
  cudaMemcpy(keys, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(table, t, sizeof t, cudaMemcpyHostToDevice);
  count<<<3, 64>>>(keys, n, table, capacity);
  cudaMemcpy(t, table, sizeof t, cudaMemcpyDeviceToHost);
  bool ok = true;
  for (Slot s : t) total += s.count, ok &= s.key == EMPTY || s.count == 5;
  printf("%d %d\n", total, ok);
  cudaFree(keys);
  cudaFree(table);
  return ok && total == n ? 0 : 1;
}
