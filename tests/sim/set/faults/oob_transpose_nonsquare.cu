#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int kTile = 16;

// Transposes through shared memory; for the output the author used the input's width as its width.
__global__ void transpose(float* out, const float* in, int w, int h) {
  __shared__ float tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  if (x < w && y < h) tile[threadIdx.y][threadIdx.x] = in[y * w + x];
  __syncthreads();
  int tx = blockIdx.y * kTile + threadIdx.x, ty = blockIdx.x * kTile + threadIdx.y;
  if (tx < h && ty < w) out[ty * w + tx] = tile[threadIdx.x][threadIdx.y];  // finds: out_of_bounds
}

int main() {
  const int w = 48, h = 32;
  std::vector<float> a(w * h), b(w * h);
  for (int i = 0; i < w * h; i++) a[i] = i;
  float *d_a, *d_b;
  size_t bytes = a.size() * sizeof(float);
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_b, bytes);
  cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemset(d_b, 0, bytes);
  transpose<<<dim3(w / kTile, h / kTile), dim3(kTile, kTile)>>>(d_b, d_a, w, h);
  cudaError_t e = cudaDeviceSynchronize();
  if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e));
  e = cudaMemcpy(b.data(), d_b, bytes, cudaMemcpyDeviceToHost);
  printf("%g %d\n", b[1], (int)e);
  cudaFree(d_a);
  cudaFree(d_b);
}
