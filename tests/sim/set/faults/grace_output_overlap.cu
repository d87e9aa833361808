#include <cuda_runtime.h>
#include <cstdio>

// Each block writes its tile with the halo, so that neighbouring blocks write the same cells with
// other values.
__global__ void upsample(const int* in, int* out, int n) {
  int first = blockIdx.x * 32;
  for (int k = threadIdx.x; k < 34; k += blockDim.x) {
    int o = first + k - 1;
    if (o >= 0 && o < n) out[o] = in[o] * 10 + blockIdx.x;  // finds: global_race
  }
}

int main() {
  const int n = 96;
  int h[n], *in, *out;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  upsample<<<3, 32>>>(in, out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[50]);
  cudaFree(in);
  cudaFree(out);
}
