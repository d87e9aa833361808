#include <cuda_runtime.h>
#include <cstdio>

// Through a pointer a warp runs from one shared array into the next one.
__global__ void mix(const int* in, int* out) {
  __shared__ int left[64];
  __shared__ int right[64];
  int t = threadIdx.x;
  left[t] = in[t];
  right[t] = in[t + 64];
  __syncthreads();
  const int* p = left;
  int v = p[t + 48];  // finds: out_of_bounds
  out[t] = v + right[63 - t];
}

int main() {
  int h[128], *in, *out;
  for (int i = 0; i < 128; i++) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  mix<<<1, 64>>>(in, out);
  cudaError_t e = cudaMemcpy(h, out, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %s\n", h[0], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
