#include <cuda_runtime.h>
#include <cstdio>
#include <utility>

__global__ void level(const int* edges, const int* offset, const int* in, int size, int* out,
                      int* out_size, int* depth, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  int v = in[i];
  for (int e = offset[v]; e < offset[v + 1]; e++)
    if (atomicCAS(&depth[edges[e]], -1, d) == -1) out[atomicAdd(out_size, 1)] = edges[e];
}

int main() {
  const int n = 63;
  int edges[2 * n], offset[n + 1], depth[n], m = 0;
  for (int v = 0; v < n; v++) {
    offset[v] = m;
    for (int c = 2 * v + 1; c <= 2 * v + 2 && c < n; c++) edges[m++] = c;
  }
  offset[n] = m;
  int *de, *dof, *a, *b, *size, *dd, count = 1, zero = 0, d = 0;
  cudaMalloc(&de, sizeof edges);
  cudaMalloc(&dof, sizeof offset);
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&size, sizeof(int));
  cudaMalloc(&dd, sizeof depth);
  cudaMemcpy(de, edges, m * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dof, offset, sizeof offset, cudaMemcpyHostToDevice);
  cudaMemset(dd, 0xff, sizeof depth);
  cudaMemcpy(a, &zero, sizeof zero, cudaMemcpyHostToDevice);
  cudaMemcpy(dd, &zero, sizeof zero, cudaMemcpyHostToDevice);
  while (count > 0) {
    cudaMemset(size, 0, sizeof(int));
    level<<<(count + 31) / 32, 32>>>(de, dof, a, count, b, size, dd, ++d);
    cudaMemcpy(&count, size, sizeof count, cudaMemcpyDeviceToHost);
    std::swap(a, b);
  }
  cudaMemcpy(depth, dd, sizeof depth, cudaMemcpyDeviceToHost);
  printf("%d %d\n", d, depth[62]);
  for (int* p : {de, dof, a, b, size, dd}) cudaFree(p);
  return depth[62] == 5 ? 0 : 1;
}
