#include <cuda_runtime.h>
#include <cstdio>

__global__ void add(int* img, int w, int n) {
  int i = threadIdx.x;
  if (i < n) img[i % w] += 1;
}

int main() {
  const int W = 16, H = 10;
  int src[H][W], dst[4][5], *d;
  for (int i = 0; i < W * H; i++) src[i / W][i % W] = i;
  bool ok = cudaMalloc(&d, sizeof src) == cudaSuccess;
  ok &= cudaMemset(d, 0, sizeof src) == cudaSuccess;
  // A block of 5 x 4 from the middle of the host's image to the lower right corner of the device's.
  ok &= cudaMemcpy2D(d + 6 * W + 11, W * sizeof(int), &src[2][3], W * sizeof(int), 5 * sizeof(int),
                     4, cudaMemcpyHostToDevice) == cudaSuccess;
  ok &= cudaMemset2D(d, W * sizeof(int), 0, 2 * sizeof(int), H) == cudaSuccess;
  add<<<1, 32>>>(d + 9 * W + 11, 5, 5);
  ok &= cudaMemcpy2D(dst, sizeof dst[0], d + 6 * W + 11, W * sizeof(int), 5 * sizeof(int), 4,
                     cudaMemcpyDefault) == cudaSuccess;
  printf("%d %d %d\n", dst[0][0], dst[3][4], ok);
  ok &= dst[0][0] == 35 && dst[3][4] == 5 * W + 7 + 1;
  cudaFree(d);
  return ok ? 0 : 1;
}
