#include <cuda_runtime.h>
#include <cstdio>

__global__ void forces(const float4* __restrict__ body, float3* __restrict__ acc, int n) {
  extern __shared__ float4 tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = i < n ? body[i] : make_float4(0, 0, 0, 0);
  float3 a = make_float3(0, 0, 0);
  for (int t = 0; t < n; t += blockDim.x) {
    int j = t + threadIdx.x;
    tile[threadIdx.x] = j < n ? body[j] : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (int k = 0; k < blockDim.x; k++) {
      float4 b = tile[k];
      float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = b.w * r * r * r;
      a.x += f * dx;
      a.y += f * dy;
      a.z += f * dz;
    }
    __syncthreads();
  }
  if (i < n) acc[i] = a;
}

int main() {
  const int n = 75;
  float4 h[n], *body;
  float3 r[n], *acc;
  for (int i = 0; i < n; i++) h[i] = make_float4(i % 5, i % 3, i % 7, 1);
  cudaMalloc(&body, sizeof h);
  cudaMalloc(&acc, sizeof r);
  cudaMemcpy(body, h, sizeof h, cudaMemcpyHostToDevice);
  forces<<<3, 32, 32 * sizeof(float4)>>>(body, acc, n);
  cudaMemcpy(r, acc, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[0].x > 0);
  cudaFree(body);
  cudaFree(acc);
  return r[0].x > 0 ? 0 : 1;
}
