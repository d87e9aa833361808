#include <cuda_runtime.h>
#include <cstdio>

const int S = 16;

// Threads outside of the image leave before they load the tile that others read.
__global__ void box(const float* in, float* out, int w, int h) {
  __shared__ float tile[S][S];
  int x = blockIdx.x * S + threadIdx.x, y = blockIdx.y * S + threadIdx.y;
  if (x >= w || y >= h) return;
  tile[threadIdx.y][threadIdx.x] = in[y * w + x];
  __syncthreads();
  float right =
      threadIdx.x + 1 < S ? tile[threadIdx.y][threadIdx.x + 1] : 0;  // finds: uninitialised_read
  out[y * w + x] = tile[threadIdx.y][threadIdx.x] + right;
}

int main() {
  const int w = 40, h = 16;
  static float img[w * h];
  for (int i = 0; i < w * h; i++) img[i] = 1;
  float *in, *out;
  cudaMalloc(&in, sizeof img);
  cudaMalloc(&out, sizeof img);
  cudaMemcpy(in, img, sizeof img, cudaMemcpyHostToDevice);
  box<<<dim3(3, 1), dim3(S, S)>>>(in, out, w, h);
  cudaMemcpy(img, out, sizeof img, cudaMemcpyDeviceToHost);
  printf("%g\n", img[0]);
  cudaFree(in);
  cudaFree(out);
}
