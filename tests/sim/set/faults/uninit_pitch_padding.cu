#include <cuda_runtime.h>
#include <cstdio>

// Sums whole rows of the allocation, with what lies behind their end.
__global__ void row_sums(const int* img, size_t pitch, int h, int* out) {
  int y = threadIdx.x, s = 0;
  if (y >= h) return;
  for (size_t x = 0; x < pitch / sizeof(int); x++)
    s += img[y * (pitch / sizeof(int)) + x] & 1;  // finds: uninitialised_read
  out[y] = s;
}

int main() {
  const int w = 21, h = 6;
  int a[h][w] = {}, r[h], *img, *out;
  size_t pitch;
  cudaMallocPitch(&img, &pitch, sizeof a[0], h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy2D(img, pitch, a, sizeof a[0], sizeof a[0], h, cudaMemcpyHostToDevice);
  row_sums<<<1, 32>>>(img, pitch, h, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[0] >= 0);
  cudaFree(img);
  cudaFree(out);
}
