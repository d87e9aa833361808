#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>

// 3x3 median of a small image.
__global__ void median(const int* in, int* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int window[9], count = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      int xx = min(max(x + dx, 0), w - 1), yy = min(max(y + dy, 0), h - 1);
      window[count++] = in[yy * w + xx];
    }
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 9 - i; j++) {
      int a = window[j], b = window[j + 1];  // finds: out_of_bounds
      if (a > b) window[j] = b, window[j + 1] = a;
    }
  out[y * w + x] = window[4];
}

int main() {
  const int w = 17, h = 9;
  int image[w * h];
  for (int i = 0; i < w * h; i++) image[i] = (i * 37) % 101;
  int *in, *out;
  cudaMalloc(&in, sizeof image);
  cudaMalloc(&out, sizeof image);
  cudaMemcpy(in, image, sizeof image, cudaMemcpyHostToDevice);
  median<<<dim3(3, 2), dim3(8, 8)>>>(in, out, w, h);
  cudaError_t e = cudaMemcpy(image, out, sizeof image, cudaMemcpyDeviceToHost);
  printf("%d %s\n", image[20], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
