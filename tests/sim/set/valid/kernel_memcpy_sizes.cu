#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

__global__ void pack(const unsigned char* src, unsigned char* dst, const int* offset,
                     const int* length, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) memcpy(dst + offset[i], src + 16 * i, length[i]);
  if (i == n) memset(dst + offset[n], 0xff, 5);
}

int main() {
  const int n = 20;
  unsigned char h[16 * n], r[16 * n + 5];
  int off[n + 1], len[n], total = 0;
  for (int i = 0; i < 16 * n; i++) h[i] = (unsigned char)(i / 16);
  for (int i = 0; i < n; i++) off[i] = total, len[i] = i % 17, total += len[i];
  off[n] = total;
  unsigned char *src, *dst;
  int *doff, *dlen;
  cudaMalloc(&src, sizeof h);
  cudaMalloc(&dst, total + 5);
  cudaMalloc(&doff, sizeof off);
  cudaMalloc(&dlen, sizeof len);
  cudaMemcpy(src, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(doff, off, sizeof off, cudaMemcpyHostToDevice);
  cudaMemcpy(dlen, len, sizeof len, cudaMemcpyHostToDevice);
  pack<<<1, 32>>>(src, dst, doff, dlen, n);
  if (cudaMemcpy(r, dst, total + 5, cudaMemcpyDeviceToHost)) return 1;
  printf("%d %d %d\n", r[0], r[total - 1], r[total]);
  cudaFree(src);
  cudaFree(dst);
  cudaFree(doff);
  cudaFree(dlen);
  return r[total] == 255 && r[0] == 1 ? 0 : 1;
}
