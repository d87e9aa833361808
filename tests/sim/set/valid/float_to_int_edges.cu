#include <cuda_runtime.h>
#include <cstdio>

__global__ void convert(const float* in, unsigned char* b, int* i, unsigned* u, int n) {
  int t = threadIdx.x;
  if (t >= n) return;
  float v = in[t];
  b[t] = (unsigned char)fminf(fmaxf(v, 0.0f), 255.0f);
  i[t] = __float2int_rn(v * 1e9f);  // saturates on the card
  u[t] = v > -1.0f && v < 4.0e9f ? (unsigned)v : 0u;
}

int main() {
  const int n = 7;
  float h[n] = {-0.75f, 0, 255.9f, 256, 1e6f, -3e9f, 2.5f}, *in;
  unsigned char b[n], *db;
  int i[n], *di;
  unsigned u[n], *du;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&db, sizeof b);
  cudaMalloc(&di, sizeof i);
  cudaMalloc(&du, sizeof u);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  convert<<<1, 32>>>(in, db, di, du, n);
  cudaMemcpy(b, db, sizeof b, cudaMemcpyDeviceToHost);
  cudaMemcpy(i, di, sizeof i, cudaMemcpyDeviceToHost);
  cudaMemcpy(u, du, sizeof u, cudaMemcpyDeviceToHost);
  printf("%d %d %d %u\n", b[2], b[4], i[3], u[4]);
  cudaFree(in);
  cudaFree(db);
  cudaFree(di);
  cudaFree(du);
  return b[2] == 255 && b[0] == 0 && i[3] == 2147483647 && u[4] == 1000000 ? 0 : 1;
}
