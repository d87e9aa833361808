#include <cuda_runtime.h>
#include <cstdio>

// The bytes of floats through char pointers, in shared and local memory.
__device__ void swap_bytes(void* p) {
  unsigned char* b = static_cast<unsigned char*>(p);
  unsigned char t = b[0];
  b[0] = b[3];
  b[3] = t;
  t = b[1];
  b[1] = b[2];
  b[2] = t;
}

__global__ void endian(const float* in, float* out) {
  __shared__ float s[32];
  float local = in[threadIdx.x];
  swap_bytes(&local);
  s[threadIdx.x] = local;
  swap_bytes(&s[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}

int main() {
  float h[32], *in, *out;
  for (int i = 0; i < 32; i++) h[i] = i * 1.5f;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  endian<<<1, 32>>>(in, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(in);
  cudaFree(out);
  return h[0] == 46.5f ? 0 : 1;
}
