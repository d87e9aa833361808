#include <cuda_runtime.h>
#include <cstdio>

__global__ void blur(float* image, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y >= h || x >= w - 1) return;
  float* p = image + y * w + x;
  float sum = p[-1] + p[0] + p[1];  // pair: global_race
  *p = sum / 3;                     // pair: global_race
}

int main() {
  const int w = 64, h = 8;
  static float img[w * h];
  for (int i = 0; i < w * h; i++) img[i] = i % 9;
  float* d;
  cudaMalloc(&d, sizeof img);
  cudaMemcpy(d, img, sizeof img, cudaMemcpyHostToDevice);
  blur<<<dim3(4, 2), dim3(16, 4)>>>(d, w, h);
  cudaMemcpy(img, d, sizeof img, cudaMemcpyDeviceToHost);
  printf("%d\n", img[10] >= 0);
  cudaFree(d);
}
