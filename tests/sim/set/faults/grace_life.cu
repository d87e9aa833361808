#include <cuda_runtime.h>
#include <cstdio>

struct Board {
  unsigned char* cells;
  int n;
  __device__ int get(int x, int y) const {
    return cells[((y + n) % n) * n + (x + n) % n];  // pair: global_race
  }
  __device__ void set(int x, int y, int v) {
    cells[y * n + x] = (unsigned char)v;
  }  // pair: global_race
};

__global__ void generation(Board b) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int alive = -b.get(x, y);
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) alive += b.get(x + dx, y + dy);
  b.set(x, y, alive == 3 || (alive == 2 && b.get(x, y)));
}

int main() {
  const int n = 16;
  unsigned char h[n * n];
  for (int i = 0; i < n * n; i++) h[i] = (i * 7 % 3) == 0;
  Board b{nullptr, n};
  cudaMalloc(&b.cells, sizeof h);
  cudaMemcpy(b.cells, h, sizeof h, cudaMemcpyHostToDevice);
  generation<<<dim3(2, 2), dim3(8, 8)>>>(b);
  cudaMemcpy(h, b.cells, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0] < 2);
  cudaFree(b.cells);
}
