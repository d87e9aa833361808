#include <cuda_runtime.h>
#include <cstdio>

// A block of one column: warps run along y.
__global__ void column_sums(const int* img, int w, int h, int* out) {
  int x = blockIdx.x, y = threadIdx.y, v = y < h ? img[y * w + x] : 0;
  for (int o = 1; o < 32; o *= 2) v += __shfl_xor_sync(0xffffffffu, v, o);
  __shared__ int parts[2];
  if (y % 32 == 0) parts[y / 32] = v;
  __syncthreads();
  if (y == 0) out[x] = parts[0] + parts[1];
}

int main() {
  const int w = 6, h = 50;
  int img[w * h], r[w], *d, *out;
  for (int i = 0; i < w * h; i++) img[i] = i % w;
  cudaMalloc(&d, sizeof img);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(d, img, sizeof img, cudaMemcpyHostToDevice);
  column_sums<<<w, dim3(1, 64)>>>(d, w, h, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[5]);
  cudaFree(d);
  cudaFree(out);
  return r[5] == 250 ? 0 : 1;
}
