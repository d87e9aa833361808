#include <cuda_runtime.h>
#include <cstdio>

__global__ void fill(unsigned char* p, size_t pitch, int w) {
  if (threadIdx.x < w) p[blockIdx.x * pitch + threadIdx.x] = (unsigned char)blockIdx.x;
}

static int corner(int w, int h) {
  unsigned char *p, v = 0;
  size_t pitch;
  if (cudaMallocPitch(&p, &pitch, w, h) != cudaSuccess) return -1;  // finds: leak
  fill<<<h, 64>>>(p, pitch, w);
  if (cudaMemcpy(&v, p + (h - 1) * pitch, 1, cudaMemcpyDeviceToHost) != cudaSuccess) return -1;
  return v;
}

int main() {
  printf("%d\n", corner(40, 9));
}
