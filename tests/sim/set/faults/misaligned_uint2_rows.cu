#include <cuda_runtime.h>
#include <cstdio>

// Rows of five words, read in pairs: every other row begins at an odd word.
__global__ void xor_rows(const unsigned* m, unsigned* out, int cols, int rows) {
  int r = threadIdx.x;
  if (r >= rows) return;
  unsigned x = 0;
  for (int c = 0; c + 1 < cols; c += 2) {
    uint2 pair = *(const uint2*)&m[r * cols + c];  // finds: misaligned
    x ^= pair.x ^ pair.y;
  }
  out[r] = x;
}

int main() {
  const int cols = 5, rows = 12;
  unsigned h[cols * rows], r[rows], *m, *out;
  for (int i = 0; i < cols * rows; i++) h[i] = i * 2654435761u;
  cudaMalloc(&m, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(m, h, sizeof h, cudaMemcpyHostToDevice);
  xor_rows<<<1, 32>>>(m, out, cols, rows);
  cudaError_t e = cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%u %s\n", r[0], cudaGetErrorString(e));
  cudaFree(m);
  cudaFree(out);
}
