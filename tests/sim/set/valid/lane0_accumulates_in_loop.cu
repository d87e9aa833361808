#include <cuda_runtime.h>
#include <cstdio>

// Only thread 0 touches the shared maximum until the barrier; all others just go round the loop.
__global__ void stats(const int* in, int n, int* out) {
  __shared__ int best;
  int sum = 0;
  if (threadIdx.x == 0) best = -1;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int v = in[i];
    if (threadIdx.x == 0 && v > best) best = v;
    sum += v;
  }
  __syncthreads();
  out[threadIdx.x] = sum + best;
}

int main() {
  int h[256], r[64], *in, *out;
  for (int i = 0; i < 256; i++) h[i] = i % 64 == 0 ? i : 1;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  stats<<<1, 64>>>(in, 256, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[1]);
  cudaFree(in);
  cudaFree(out);
  return r[1] == 196 ? 0 : 1;
}
