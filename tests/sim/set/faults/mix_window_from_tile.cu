#include <cuda_runtime.h>
#include <cstdio>

constexpr int B = 8, R = 1;

// A maximum filter that gathers its window from a shared tile; the window is one too small.
__global__ void dilate(const int* in, int* out, int w, int h) {
  __shared__ int tile[B + 2 * R][B + 2 * R];
  int x0 = blockIdx.x * B - R, y0 = blockIdx.y * B - R;
  for (int y = threadIdx.y; y < B + 2 * R; y += B)
    for (int x = threadIdx.x; x < B + 2 * R; x += B)
      tile[y][x] = in[min(max(y0 + y, 0), h - 1) * w + min(max(x0 + x, 0), w - 1)];
  __syncthreads();
  int window[8], k = 0;
  for (int dy = 0; dy <= 2 * R; dy++)
    for (int dx = 0; dx <= 2 * R; dx++) {
      window[k] = tile[threadIdx.y + dy][threadIdx.x + dx];  // finds: out_of_bounds
      k++;
    }
  int best = window[0];
  for (int i = 1; i < 8; i++) best = max(best, window[i]);
  int x = blockIdx.x * B + threadIdx.x, y = blockIdx.y * B + threadIdx.y;
  if (x < w && y < h) out[y * w + x] = best;
}

int main() {
  const int w = 16, h = 16;
  int a[w * h];
  for (int i = 0; i < w * h; i++) a[i] = (i * 13) % 97;
  int *in, *out;
  cudaMalloc(&in, sizeof a);
  cudaMalloc(&out, sizeof a);
  cudaMemcpy(in, a, sizeof a, cudaMemcpyHostToDevice);
  dilate<<<dim3(2, 2), dim3(B, B)>>>(in, out, w, h);
  cudaError_t e = cudaMemcpy(a, out, sizeof a, cudaMemcpyDeviceToHost);
  printf("%d %s\n", a[17], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
