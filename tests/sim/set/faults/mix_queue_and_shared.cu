#include <cuda_runtime.h>
#include <cstdio>

// One level of a breadth-first search; the shared queue takes 32 vertices and the frontier has
// more.
__global__ void expand(const int* edges, const int* offset, int vertices, int* next,
                       int* next_size) {
  __shared__ int queue[32];
  __shared__ int tail;
  if (threadIdx.x == 0) tail = 0;
  __syncthreads();
  int v = threadIdx.x;
  if (v < vertices)
    for (int e = offset[v]; e < offset[v + 1]; e++)
      queue[atomicAdd(&tail, 1)] = edges[e];  // finds: out_of_bounds
  __syncthreads();
  for (int i = threadIdx.x; i < min(tail, 32); i += blockDim.x) next[i] = queue[i];
  if (threadIdx.x == 0) *next_size = tail;
}

int main() {
  const int n = 20;
  int edges[2 * n], offset[n + 1], size = 0;
  for (int i = 0; i < n; i++) edges[2 * i] = (i + 1) % n, edges[2 * i + 1] = (i + 7) % n;
  for (int i = 0; i <= n; i++) offset[i] = 2 * i;
  int *de, *doff, *next, *ns;
  cudaMalloc(&de, sizeof edges);
  cudaMalloc(&doff, sizeof offset);
  cudaMalloc(&next, 2 * n * sizeof(int));
  cudaMalloc(&ns, sizeof(int));
  cudaMemcpy(de, edges, sizeof edges, cudaMemcpyHostToDevice);
  cudaMemcpy(doff, offset, sizeof offset, cudaMemcpyHostToDevice);
  expand<<<1, 32>>>(de, doff, n, next, ns);
  cudaError_t e = cudaMemcpy(&size, ns, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %s\n", size, cudaGetErrorString(e));
  cudaFree(de);
  cudaFree(doff);
  cudaFree(next);
  cudaFree(ns);
}
