#include <cuda_runtime.h>
#include <cstdio>

// The bytes of a pixel by a union of a word and four bytes.
union Pixel {
  uchar4 c;
  unsigned word;
};

__global__ void swap_red_blue(unsigned* px, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Pixel p;
  p.word = px[i];
  unsigned char t = p.c.x;
  p.c.x = p.c.z;
  p.c.z = t;
  px[i] = p.word;
}

int main() {
  uchar4 h[50];
  for (int i = 0; i < 50; i++) h[i] = make_uchar4((unsigned char)i, 2, 200, 255);
  unsigned* d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  swap_red_blue<<<2, 32>>>(d, 50);
  cudaError_t e = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %s\n", h[7].x, h[7].z, cudaGetErrorString(e));
  cudaFree(d);
  return h[7].x == 200 && h[7].z == 7 ? 0 : 1;
}
