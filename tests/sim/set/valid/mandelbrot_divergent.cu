#include <cuda_runtime.h>
#include <cstdio>

__device__ int escape(float cx, float cy, int limit) {
  float x = 0, y = 0;
  for (int i = 0; i < limit; i++) {
    float xx = x * x, yy = y * y;
    if (xx + yy > 4) return i;
    y = 2 * x * y + cy;
    x = xx - yy + cx;
  }
  return limit;
}

__global__ void render(unsigned short* img, int w, int h) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= w * h) return;
  int x = p % w, y = p / w;
  img[p] = (unsigned short)escape(-2.0f + 3.0f * x / w, -1.0f + 2.0f * y / h, 60);
}

int main() {
  const int w = 40, h = 30;
  static unsigned short img[w * h];
  unsigned short* d;
  cudaMalloc(&d, sizeof img);
  render<<<(w * h + 63) / 64, 64>>>(d, w, h);
  cudaMemcpy(img, d, sizeof img, cudaMemcpyDeviceToHost);
  printf("%d %d\n", img[0], img[15 * w + 27]);
  cudaFree(d);
  return img[15 * w + 27] == 60 ? 0 : 1;
}
