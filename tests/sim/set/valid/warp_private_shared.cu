#include <cuda_runtime.h>
#include <cstdio>

// Each warp has a strip of shared memory of its own and needs no block barrier.
__global__ void warp_scan(const int* in, int* out) {
  __shared__ int strips[4][64];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int* s = strips[warp] + 32;
  s[lane - 32] = 0;
  s[lane] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncwarp();
  for (int d = 1; d < 32; d *= 2) {
    int v = s[lane] + s[lane - d];
    __syncwarp();
    s[lane] = v;
    __syncwarp();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[lane];
}

int main() {
  int h[256], *in, *out;
  for (int& v : h) v = 1;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  warp_scan<<<2, 128>>>(in, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[255]);
  cudaFree(in);
  cudaFree(out);
  return h[255] == 32 ? 0 : 1;
}
