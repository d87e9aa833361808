#include <cuda_runtime.h>
#include <cstdio>

// Relaxation until nothing changes in the block: the barrier itself tells.
__global__ void components(int* label, const int2* edges, int n, int m) {
  extern __shared__ int l[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) l[i] = i;
  __syncthreads();
  int changed;
  do {
    changed = 0;
    for (int e = threadIdx.x; e < m; e += blockDim.x) {
      int2 ab = edges[e];
      int low = min(atomicAdd(&l[ab.x], 0), atomicAdd(&l[ab.y], 0));
      if (atomicMin(&l[ab.x], low) > low) changed = 1;
      if (atomicMin(&l[ab.y], low) > low) changed = 1;
    }
  } while (__syncthreads_or(changed));
  for (int i = threadIdx.x; i < n; i += blockDim.x) label[i] = l[i];
}

int main() {
  const int n = 60, m = 50;
  int h[n], *label;
  int2 e[m], *edges;
  for (int i = 0; i < m; i++) e[i] = make_int2(i, i + 10);
  cudaMalloc(&label, sizeof h);
  cudaMalloc(&edges, sizeof e);
  cudaMemcpy(edges, e, sizeof e, cudaMemcpyHostToDevice);
  components<<<1, 32, n * sizeof(int)>>>(label, edges, n, m);
  cudaMemcpy(h, label, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[59], h[50]);
  cudaFree(label);
  cudaFree(edges);
  return h[59] == 9 && h[50] == 0 ? 0 : 1;
}
