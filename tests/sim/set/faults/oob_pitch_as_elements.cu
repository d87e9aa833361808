#include <cuda_runtime.h>
#include <cstdio>

__global__ void fill_gradient(int* image, size_t pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    int* row = image + y * pitch;  // the pitch is in bytes
    row[x] = x + y;                // finds: out_of_bounds
  }
}

int main() {
  const int w = 30, h = 20;
  int host[h][w];
  int* image;
  size_t pitch;
  if (cudaMallocPitch(&image, &pitch, w * sizeof(int), h) != cudaSuccess) return 1;
  fill_gradient<<<dim3(2, 2), dim3(16, 16)>>>(image, pitch, w, h);
  cudaError_t e =
      cudaMemcpy2D(host, w * sizeof(int), image, pitch, w * sizeof(int), h, cudaMemcpyDeviceToHost);
  if (e != cudaSuccess)
    printf("failed: %s\n", cudaGetErrorString(e));
  else
    printf("%d\n", host[h - 1][w - 1]);
  cudaFree(image);
  return 0;
}
