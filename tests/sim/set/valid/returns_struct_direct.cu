#include <cuda_runtime.h>
#include <cstdio>

struct Hit {
  float t;
  int id;
  float3 normal;
};
__device__ __noinline__ Hit intersect(int i) {
  Hit h;
  h.t = 0.5f * i;
  h.id = i;
  h.normal = make_float3(0, 1, 0);
  return h;
}

__global__ void trace(Hit* hits, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  hits[i] = intersect(i);
  out[i] = hits[i].t + hits[i].normal.y;
}

int main() {
  const int n = 40;
  Hit* hits;
  float h[n], *out;
  cudaMalloc(&hits, n * sizeof(Hit));
  cudaMalloc(&out, sizeof h);
  trace<<<2, 32>>>(hits, out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", h[4]);
  cudaFree(hits);
  cudaFree(out);
  return h[4] == 3 ? 0 : 1;
}
