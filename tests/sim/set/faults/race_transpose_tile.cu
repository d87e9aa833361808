#include <cuda_runtime.h>
#include <cstdio>

template <typename T, int N>
struct Tile {
  T v[N][N + 1];
  __device__ T& at(int y, int x) { return v[y][x]; }
};

template <int N>
__global__ void transpose(const float* in, float* out, int n) {
  __shared__ Tile<float, N> tile;
  int tx = threadIdx.x, ty = threadIdx.y;
  float v = in[(blockIdx.y * N + ty) * n + blockIdx.x * N + tx];
  tile.at(ty, tx) = v;        // pair: shared_race
  float w = tile.at(tx, ty);  // pair: shared_race
  out[(blockIdx.x * N + ty) * n + blockIdx.y * N + tx] = w;
}

int main() {
  const int n = 32;
  static float h[n * n];
  for (int i = 0; i < n * n; i++) h[i] = i;
  float *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  transpose<16><<<dim3(2, 2), dim3(16, 16)>>>(in, out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[1] == 32);
  cudaFree(in);
  cudaFree(out);
}
