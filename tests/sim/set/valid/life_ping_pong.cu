#include <cuda_runtime.h>
#include <cstdio>

__global__ void generation(const unsigned char* __restrict__ from, unsigned char* __restrict__ to,
                           int n) {
  __shared__ unsigned char t[10][10];
  int x0 = blockIdx.x * 8, y0 = blockIdx.y * 8;
  for (int y = threadIdx.y; y < 10; y += 8)
    for (int x = threadIdx.x; x < 10; x += 8)
      t[y][x] = from[(y0 + y - 1 + n) % n * n + (x0 + x - 1 + n) % n];
  __syncthreads();
  int cx = threadIdx.x + 1, cy = threadIdx.y + 1;
  int s = t[cy - 1][cx - 1] + t[cy - 1][cx] + t[cy - 1][cx + 1] + t[cy][cx - 1] + t[cy][cx + 1] +
          t[cy + 1][cx - 1] + t[cy + 1][cx] + t[cy + 1][cx + 1];
  to[(y0 + threadIdx.y) * n + x0 + threadIdx.x] = s == 3 || (s == 2 && t[cy][cx]);
}

int main() {
  const int n = 24;
  unsigned char h[n * n] = {}, *a, *b;
  h[1] = h[n + 2] = h[2 * n] = h[2 * n + 1] = h[2 * n + 2] = 1;  // a glider
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  for (int g = 0; g < 8; g++) {
    generation<<<dim3(3, 3), dim3(8, 8)>>>(a, b, n);
    unsigned char* t = a;
    a = b;
    b = t;
  }
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  int alive = 0;
  for (int v : h) alive += v;
  printf("%d %d\n", alive, h[2 * n + 3]);
  cudaFree(a);
  cudaFree(b);
  return alive == 5 && h[2 * n + 3] == 1 ? 0 : 1;
}
