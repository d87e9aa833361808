#include <cuda_runtime.h>
#include <cstdio>

// Streams chunks through two buffers, but all of them go through the first one.
__global__ void running_max(const int* in, int chunks, int* out) {
  __shared__ int buffer[2][64];
  int t = threadIdx.x, best = -1, cur = 0;
  buffer[cur][t] = in[t];
  __syncthreads();
  for (int c = 0; c < chunks; c++) {
    if (c + 1 < chunks) buffer[cur][t] = in[(c + 1) * 64 + t];  // pair: shared_race
    best = max(best, buffer[cur][63 - t]);                      // pair: shared_race
    __syncthreads();
  }
  out[t] = best;
}

int main() {
  const int chunks = 3;
  int h[chunks * 64], r[64];
  for (int i = 0; i < chunks * 64; i++) h[i] = (i * 11) % 199;
  int *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  running_max<<<1, 64>>>(in, chunks, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[0] > 0);
  cudaFree(in);
  cudaFree(out);
}
