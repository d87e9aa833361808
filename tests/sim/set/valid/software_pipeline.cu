#include <cuda_runtime.h>
#include <cstdio>

// Loads the next chunk into registers while the present one is in shared memory.
__global__ void dot_chunks(const float* a, const float* b, int chunks, float* out) {
  __shared__ float sa[32], sb[32];
  int t = threadIdx.x;
  float na = a[t], nb = b[t], sum = 0;
  for (int c = 0; c < chunks; c++) {
    sa[t] = na;
    sb[t] = nb;
    __syncthreads();
    if (c + 1 < chunks) {
      na = a[(c + 1) * 32 + t];
      nb = b[(c + 1) * 32 + t];
    }
    sum += sa[31 - t] * sb[31 - t];
    __syncthreads();
  }
  out[t] = sum;
}

int main() {
  const int chunks = 4;
  float h[32 * chunks], r[32], *a, *b, *out;
  for (float& v : h) v = 2;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
  dot_chunks<<<1, 32>>>(a, b, chunks, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%g\n", r[0]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
  return r[0] == 16 ? 0 : 1;
}
