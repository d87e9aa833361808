#include <cuda_runtime.h>
#include <cstdio>

// A loop of one thread that stores to shared memory on a condition; others wait at the barrier.
__global__ void runs(const int* in, int n, int* longest) {
  __shared__ int best;
  if (threadIdx.x == 0) {
    best = 1;
    int run = 1;
    for (int i = 1; i < n; i++) {
      run = in[i] == in[i - 1] ? run + 1 : 1;
      if (run > best) best = run;
    }
  }
  __syncthreads();
  if (threadIdx.x == 33) *longest = best;
}

int main() {
  int h[100], r, *in, *out;
  for (int i = 0; i < 100; i++) h[i] = i * i / 400;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  runs<<<1, 64>>>(in, 100, out);
  cudaMemcpy(&r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(in);
  cudaFree(out);
  return r == 20 ? 0 : 1;
}
