#include <cuda_runtime.h>
#include <cstdio>

template <int TILE, int ROWS, typename T>
__global__ void transpose(const T* __restrict__ in, T* __restrict__ out, int w, int h) {
  __shared__ T tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < w && y + j < h) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < h && y + j < w) out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  const int w = 45, h = 27;
  static short a[w * h], b[w * h];
  for (int i = 0; i < w * h; i++) a[i] = short(i);
  short *in, *out;
  cudaMalloc(&in, sizeof a);
  cudaMalloc(&out, sizeof a);
  cudaMemcpy(in, a, sizeof a, cudaMemcpyHostToDevice);
  transpose<16, 4><<<dim3(3, 2), dim3(16, 4)>>>(in, out, w, h);
  cudaMemcpy(b, out, sizeof b, cudaMemcpyDeviceToHost);
  bool ok = true;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) ok &= b[x * h + y] == a[y * w + x];
  printf("%d\n", ok);
  cudaFree(in);
  cudaFree(out);
  return ok ? 0 : 1;
}
