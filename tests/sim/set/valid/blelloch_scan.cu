#include <cuda_runtime.h>
#include <cstdio>

#define CONFLICT_FREE(i) ((i) + ((i) >> 5))

__global__ void exclusive_scan(const int* in, int* out, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x, offset = 1;
  s[CONFLICT_FREE(t)] = in[t];
  s[CONFLICT_FREE(t + n / 2)] = in[t + n / 2];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[CONFLICT_FREE(offset * (2 * t + 2) - 1)] += s[CONFLICT_FREE(offset * (2 * t + 1) - 1)];
    offset *= 2;
  }
  if (t == 0) s[CONFLICT_FREE(n - 1)] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = CONFLICT_FREE(offset * (2 * t + 1) - 1), b = CONFLICT_FREE(offset * (2 * t + 2) - 1);
      int v = s[a];
      s[a] = s[b];
      s[b] += v;
    }
  }
  __syncthreads();
  out[t] = s[CONFLICT_FREE(t)];
  out[t + n / 2] = s[CONFLICT_FREE(t + n / 2)];
}

int main() {
  const int n = 256;
  int h[n], *in, *out;
  for (int& v : h) v = 1;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  exclusive_scan<<<1, n / 2, CONFLICT_FREE(n) * sizeof(int)>>>(in, out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[255]);
  cudaFree(in);
  cudaFree(out);
  return h[255] == 255 ? 0 : 1;
}
