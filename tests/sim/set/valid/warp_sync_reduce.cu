#include <cuda_runtime.h>
#include <cstdio>

// The last warp unrolled, with what the memory model asks for: a read, a barrier, a write, a
// barrier.
__device__ void warp_reduce(volatile int* s, int t) {
  int v = s[t];
  v += s[t + 32];
  __syncwarp();
  s[t] = v;
  __syncwarp();
  v += s[t + 16];
  __syncwarp();
  s[t] = v;
  __syncwarp();
  v += s[t + 8];
  __syncwarp();
  s[t] = v;
  __syncwarp();
  v += s[t + 4];
  __syncwarp();
  s[t] = v;
  __syncwarp();
  v += s[t + 2];
  __syncwarp();
  s[t] = v;
  __syncwarp();
  v += s[t + 1];
  __syncwarp();
  s[t] = v;
}

__global__ void reduce(const int* in, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) warp_reduce(s, t);
  if (t == 0) out[blockIdx.x] = s[0];
}

int main() {
  int h[256], r[2], *in, *out;
  for (int i = 0; i < 256; i++) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  reduce<<<2, 128>>>(in, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %d\n", r[0], r[1]);
  cudaFree(in);
  cudaFree(out);
  return r[0] == 127 * 64 ? 0 : 1;
}
