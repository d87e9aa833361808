#include <cuda_runtime.h>
#include <cstdio>

// Fused load: the last block reads behind the input into its (large enough) tile.
template <int SIZE>
__global__ void chunk_max(const int* __restrict__ in, int* __restrict__ out) {
  __shared__ int tile[SIZE];
  tile[threadIdx.x] = in[blockIdx.x * SIZE + threadIdx.x];  // finds: out_of_bounds
  __syncthreads();
  for (int s = SIZE / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) tile[threadIdx.x] = max(tile[threadIdx.x], tile[threadIdx.x + s]);
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = tile[0];
}

int main() {
  const int n = 300, blocks = (n + 127) / 128;
  int h[n], r[blocks];
  for (int i = 0; i < n; i++) h[i] = i ^ 21;
  int *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  chunk_max<128><<<blocks, 128>>>(in, out);
  cudaError_t e = cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %s\n", r[0], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
