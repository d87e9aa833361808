#include <cuda_runtime.h>
#include <cstdio>

// The mode of each row; values may be 8, for which there is no bin.
__global__ void row_mode(const unsigned char* img, unsigned char* mode, int w, int h) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= h) return;
  int hist[8] = {0};
  for (int x = 0; x < w; x++) hist[img[row * w + x]]++;  // finds: out_of_bounds
  int best = 0;
  for (int b = 1; b < 8; b++)
    if (hist[b] > hist[best]) best = b;
  mode[row] = (unsigned char)best;
}

int main() {
  const int w = 27, h = 20;
  unsigned char img[w * h], mode[h];
  for (int i = 0; i < w * h; i++) img[i] = (unsigned char)(i % 9);
  unsigned char *di, *dm;
  cudaMalloc(&di, sizeof img);
  cudaMalloc(&dm, sizeof mode);
  cudaMemcpy(di, img, sizeof img, cudaMemcpyHostToDevice);
  row_mode<<<1, 32>>>(di, dm, w, h);
  cudaError_t e = cudaMemcpy(mode, dm, sizeof mode, cudaMemcpyDeviceToHost);
  printf("%d %s\n", mode[0], cudaGetErrorString(e));
  cudaFree(di);
  cudaFree(dm);
}
