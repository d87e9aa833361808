#include <cuda_runtime.h>
#include <cstdio>

struct Color {
  unsigned char r, g, b;
};
__constant__ Color palette[16];

__global__ void colorize(const unsigned char* index, Color* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[y * w + x] = palette[index[y * w + x] + 1];  // finds: out_of_bounds
}

int main() {
  const int w = 12, h = 10;
  unsigned char idx[w * h];
  Color rgb[w * h], p[16];
  for (int i = 0; i < w * h; i++) idx[i] = (unsigned char)(i % 16);
  for (int i = 0; i < 16; i++)
    p[i] = {(unsigned char)i, (unsigned char)(2 * i), (unsigned char)(3 * i)};
  unsigned char* di;
  Color* dc;
  cudaMalloc(&di, sizeof idx);
  cudaMalloc(&dc, sizeof rgb);
  cudaMemcpy(di, idx, sizeof idx, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(palette, p, sizeof p);
  colorize<<<dim3(2, 2), dim3(8, 8)>>>(di, dc, w, h);
  cudaError_t e = cudaMemcpy(rgb, dc, sizeof rgb, cudaMemcpyDeviceToHost);
  printf("%d %s\n", rgb[3].g, cudaGetErrorString(e));
  cudaFree(di);
  cudaFree(dc);
}
