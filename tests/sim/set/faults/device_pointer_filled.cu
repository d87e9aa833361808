#include <cuda_runtime.h>
#include <cstdio>

struct Grid {
  double* cell;
  int n;
  void clear(double v) {
    for (int i = 0; i < n; i++) cell[i] = v;  // finds: device_pointer_on_host
  }
};

__global__ void decay(Grid g) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < g.n) g.cell[i] *= 0.5;
}

int main() {
  Grid g{nullptr, 50};
  if (cudaMalloc(&g.cell, g.n * sizeof(double)) != cudaSuccess) return 1;
  g.clear(1.0);
  decay<<<1, 64>>>(g);
  double h[50];
  cudaError_t e = cudaMemcpy(h, g.cell, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[0], cudaGetErrorString(e));
  cudaFree(g.cell);
}
