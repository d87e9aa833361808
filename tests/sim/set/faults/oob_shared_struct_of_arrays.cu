#include <cuda_runtime.h>
#include <cstdio>

struct Block {
  float value[32];
  int index[32];
};

__global__ void argmin(const float* in, int* out) {
  __shared__ Block s;
  int t = threadIdx.x;
  s.value[t] = in[t];
  s.index[t] = t;
  __syncthreads();
  for (int d = 16; d; d /= 2) {
    if (t <= d) {              // one too many
      int o = s.index[t + d];  // finds: out_of_bounds
      float v = s.value[t + d];
      if (t < d && v < s.value[t]) s.value[t] = v, s.index[t] = o;
    }
    __syncthreads();
  }
  if (t == 0) *out = s.index[0];
}

int main() {
  float h[32], *in;
  int r, *out;
  for (int i = 0; i < 32; i++) h[i] = (i * 5 + 3) % 32;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  argmin<<<1, 32>>>(in, out);
  cudaError_t e = cudaMemcpy(&r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %s\n", r, cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
