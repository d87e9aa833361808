#include <cuda_runtime.h>
#include <cstdio>

// Threads write neighbouring bytes and half words of the same word: no race.
__global__ void split(const unsigned* in, unsigned char* bytes, unsigned short* halves, int n) {
  __shared__ unsigned char s[256];
  int t = threadIdx.x;
  if (t < 4 * n) s[t] = (unsigned char)(in[t / 4] >> (8 * (t % 4)));
  __syncthreads();
  if (t < 4 * n) bytes[t] = s[4 * n - 1 - t];
  if (t < 2 * n) halves[t] = (unsigned short)(s[2 * t] | s[2 * t + 1] << 8);
}

int main() {
  const int n = 50;
  unsigned h[n], *in;
  unsigned char b[4 * n], *db;
  unsigned short s[2 * n], *ds;
  for (int i = 0; i < n; i++) h[i] = 0x01020304u + i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&db, sizeof b);
  cudaMalloc(&ds, sizeof s);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  split<<<1, 256>>>(in, db, ds, n);
  cudaMemcpy(b, db, sizeof b, cudaMemcpyDeviceToHost);
  cudaMemcpy(s, ds, sizeof s, cudaMemcpyDeviceToHost);
  printf("%d %x\n", b[0], s[0]);
  cudaFree(in);
  cudaFree(db);
  cudaFree(ds);
  return b[0] == 1 && s[0] == 0x304 ? 0 : 1;
}
