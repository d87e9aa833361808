#include <cuda_runtime.h>
#include <cstdio>

__global__ void distance(float* out, int w, int h, float2 c) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h; y += gridDim.y * blockDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < w; x += gridDim.x * blockDim.x)
      out[y * w + x] = hypotf(x - c.x, y - c.y);
}

int main() {
  const int w = 61, h = 43;
  static float img[w * h];
  float* d;
  cudaMalloc(&d, sizeof img);
  distance<<<dim3(2, 3), dim3(8, 4)>>>(d, w, h, make_float2(3, 4));
  if (cudaMemcpy(img, d, sizeof img, cudaMemcpyDeviceToHost)) return 1;
  printf("%g\n", img[0]);
  cudaFree(d);
  return img[0] == 5 ? 0 : 1;
}
