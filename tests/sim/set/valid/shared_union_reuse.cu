#include <cuda_runtime.h>
#include <cstdio>

// The same shared bytes first as floats, then as integers.
union Scratch {
  float f[128];
  unsigned u[128];
  unsigned char b[512];
};

__global__ void float_bits(const float* in, unsigned* ones) {
  __shared__ Scratch s;
  int t = threadIdx.x;
  s.f[t] = in[t];
  __syncthreads();
  unsigned bits = s.u[127 - t];
  unsigned low = s.b[4 * t];
  __syncthreads();
  s.u[t] = __popc(bits) + 0 * low;
  __syncthreads();
  if (t == 0) {
    unsigned sum = 0;
    for (int i = 0; i < 128; i++) sum += s.u[i];
    *ones = sum;
  }
}

int main() {
  float h[128], *in;
  unsigned r, *out;
  for (float& v : h) v = 1.0f;  // 0x3f800000: seven bits
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  float_bits<<<1, 128>>>(in, out);
  cudaMemcpy(&r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%u\n", r);
  cudaFree(in);
  cudaFree(out);
  return r == 896 ? 0 : 1;
}
