#include <cuda_runtime.h>
#include <cstdio>

__global__ void joint(const uchar3* px, int n, unsigned* cube) {
  __shared__ unsigned local[4][4][4];
  local[threadIdx.z][threadIdx.y][threadIdx.x] = 0;
  __syncthreads();
  int t = (threadIdx.z * 4 + threadIdx.y) * 4 + threadIdx.x;
  for (int i = blockIdx.x * 64 + t; i < n; i += gridDim.x * 64) {
    uchar3 p = px[i];
    atomicAdd(&local[p.z >> 6][p.y >> 6][p.x >> 6], 1u);
  }
  __syncthreads();
  if (unsigned c = local[threadIdx.z][threadIdx.y][threadIdx.x]) atomicAdd(cube + t, c);
}

int main() {
  const int n = 500;
  static uchar3 h[n];
  unsigned r[64], *cube, sum = 0;
  for (int i = 0; i < n; i++)
    h[i] = make_uchar3((unsigned char)i, (unsigned char)(i * 3), (unsigned char)(i * 7));
  uchar3* px;
  cudaMalloc(&px, sizeof h);
  cudaMalloc(&cube, sizeof r);
  cudaMemset(cube, 0, sizeof r);
  cudaMemcpy(px, h, sizeof h, cudaMemcpyHostToDevice);
  joint<<<3, dim3(4, 4, 4)>>>(px, n, cube);
  cudaMemcpy(r, cube, sizeof r, cudaMemcpyDeviceToHost);
  for (unsigned v : r) sum += v;
  printf("%u\n", sum);
  cudaFree(px);
  cudaFree(cube);
  return sum == n ? 0 : 1;
}
