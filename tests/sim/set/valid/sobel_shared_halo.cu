#include <cuda_runtime.h>
#include <cstdio>

#define BX 16
#define BY 8

// All threads load and pass the barrier; those outside of the image only do not store.
__global__ void sobel(const unsigned char* in, short* out, int w, int h) {
  __shared__ unsigned char s[BY + 2][BX + 2];
  const int bx = blockIdx.x * BX, by = blockIdx.y * BY, t = threadIdx.y * BX + threadIdx.x;
  for (int i = t; i < (BX + 2) * (BY + 2); i += BX * BY) {
    int x = bx + i % (BX + 2) - 1, y = by + i / (BX + 2) - 1;
    s[i / (BX + 2)][i % (BX + 2)] = x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 0;
  }
  __syncthreads();
  int x = bx + threadIdx.x, y = by + threadIdx.y;
  if (x < w && y < h) {
    const unsigned char(*p)[BX + 2] = &s[threadIdx.y];
    int c = threadIdx.x;
    int gx = p[0][c + 2] + 2 * p[1][c + 2] + p[2][c + 2] - p[0][c] - 2 * p[1][c] - p[2][c];
    int gy = p[2][c] + 2 * p[2][c + 1] + p[2][c + 2] - p[0][c] - 2 * p[0][c + 1] - p[0][c + 2];
    out[y * w + x] = short(abs(gx) + abs(gy));
  }
}

int main() {
  const int w = 37, h = 19;
  unsigned char img[w * h], *in;
  short r[w * h], *out;
  for (int i = 0; i < w * h; i++) img[i] = (unsigned char)(i % w * 3);
  cudaMalloc(&in, sizeof img);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, img, sizeof img, cudaMemcpyHostToDevice);
  sobel<<<dim3((w + BX - 1) / BX, (h + BY - 1) / BY), dim3(BX, BY)>>>(in, out, w, h);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[5 * w + 5]);
  cudaFree(in);
  cudaFree(out);
  return r[5 * w + 5] == 24 ? 0 : 1;
}
