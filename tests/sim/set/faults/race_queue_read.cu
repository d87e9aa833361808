#include <cuda_runtime.h>
#include <cstdio>

struct Queue {
  int items[128];
  int size;
};

__global__ void collect(const int* v, int n, int* out) {
  __shared__ Queue q;
  if (threadIdx.x == 0) q.size = 0;
  __syncthreads();
  if (threadIdx.x < n && v[threadIdx.x] % 3 == 0) {
    int slot = atomicAdd(&q.size, 1);
    q.items[slot] = v[threadIdx.x];  // pair: shared_race
  }
  // a barrier belongs here
  if (threadIdx.x == 0) {
    int sum = 0;
    int size = atomicAdd(&q.size, 0);
    for (int i = 0; i < size; i++) sum += q.items[i];  // pair: shared_race
    *out = sum;
  }
}

int main() {
  const int n = 100;
  int h[n], r;
  for (int i = 0; i < n; i++) h[i] = i;
  int *v, *out;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  collect<<<1, 128>>>(v, n, out);
  cudaMemcpy(&r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r >= 0);
  cudaFree(v);
  cudaFree(out);
}
