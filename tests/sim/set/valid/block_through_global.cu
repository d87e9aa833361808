#include <cuda_runtime.h>
#include <cstdio>

// The threads of a block hand data to one another through global memory, with a barrier.
__global__ void two_steps(const int* in, int* tmp, int* out, int n) {
  int* mine = tmp + blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) mine[i] = in[i] * (blockIdx.x + 1);
  __syncthreads();
  int per = n / blockDim.x, s = 0;
  for (int k = 0; k < per; k++) s += mine[threadIdx.x * per + k];
  __syncthreads();
  mine[threadIdx.x] = s;
  __syncthreads();
  if (threadIdx.x == 0) {
    int total = 0;
    for (int k = 0; k < blockDim.x; k++) total += mine[k];
    out[blockIdx.x] = total;
  }
}

int main() {
  const int n = 128, blocks = 3;
  int h[n], r[blocks], *in, *tmp, *out;
  for (int& v : h) v = 1;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&tmp, blocks * sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  two_steps<<<blocks, 32>>>(in, tmp, out, n);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[2]);
  cudaFree(in);
  cudaFree(tmp);
  cudaFree(out);
  return r[2] == 384 ? 0 : 1;
}
