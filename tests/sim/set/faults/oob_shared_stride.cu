#include <cuda_runtime.h>
#include <cstdio>

// Sum of a block by halves; the test on t was forgotten, so that s is read behind its end.
__global__ void block_sum(const int* in, int* out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    int other = s[t + d];  // finds: out_of_bounds
    __syncthreads();
    if (t < d) s[t] += other;
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

int main() {
  const int n = 512;
  int h[n], r[2];
  for (int i = 0; i < n; i++) h[i] = 1;
  int *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  block_sum<<<2, 256>>>(in, out);
  cudaError_t e = cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %d %s\n", r[0], r[1], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
