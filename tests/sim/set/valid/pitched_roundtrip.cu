#include <cuda_runtime.h>
#include <cstdio>

template <typename T>
__device__ T* row(T* base, size_t pitch, int y) {
  return reinterpret_cast<T*>(reinterpret_cast<char*>(base) + y * pitch);
}

__global__ void flip(float* img, size_t pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w / 2 || y >= h) return;
  float* r = row(img, pitch, y);
  float t = r[x];
  r[x] = r[w - 1 - x];
  r[w - 1 - x] = t;
}

int main() {
  const int w = 37, h = 11;
  float a[h][w], b[h][w + 3] = {};
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) a[y][x] = 100 * y + x;
  float *img, *copy;
  size_t pitch, pitch2;
  cudaMallocPitch(&img, &pitch, w * sizeof(float), h);
  cudaMallocPitch(&copy, &pitch2, w * sizeof(float), h);
  cudaMemcpy2D(img, pitch, a, sizeof a[0], sizeof a[0], h, cudaMemcpyHostToDevice);
  flip<<<dim3(2, 2), dim3(16, 8)>>>(img, pitch, w, h);
  cudaMemcpy2D(copy, pitch2, img, pitch, w * sizeof(float), h, cudaMemcpyDeviceToDevice);
  cudaMemcpy2D(b, sizeof b[0], copy, pitch2, w * sizeof(float), h, cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", b[0][0], b[10][36], b[10][37]);
  cudaFree(img);
  cudaFree(copy);
  return b[3][0] == 336 && b[10][37] == 0 ? 0 : 1;
}
