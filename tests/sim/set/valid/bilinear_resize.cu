#include <cuda_runtime.h>
#include <cstdio>

__device__ float sample(const uchar4* img, int w, int h, float x, float y) {
  x = fminf(fmaxf(x, 0.0f), w - 1.0f);
  y = fminf(fmaxf(y, 0.0f), h - 1.0f);
  int x0 = int(x), y0 = int(y), x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);
  float fx = x - x0, fy = y - y0;
  auto at = [&](int xx, int yy) { return float(img[yy * w + xx].x); };
  return (1 - fy) * ((1 - fx) * at(x0, y0) + fx * at(x1, y0)) +
         fy * ((1 - fx) * at(x0, y1) + fx * at(x1, y1));
}

__global__ void resize(const uchar4* in, int w, int h, uchar4* out, int W, int H) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= W || y >= H) return;
  float v = sample(in, w, h, (x + 0.5f) * w / W - 0.5f, (y + 0.5f) * h / H - 0.5f);
  out[y * W + x] = make_uchar4((unsigned char)(v + 0.5f), 0, 0, 255);
}

int main() {
  const int w = 9, h = 7, W = 20, H = 15;
  uchar4 a[w * h], b[W * H], *in, *out;
  for (int i = 0; i < w * h; i++) a[i] = make_uchar4(255, 0, 0, 255);
  cudaMalloc(&in, sizeof a);
  cudaMalloc(&out, sizeof b);
  cudaMemcpy(in, a, sizeof a, cudaMemcpyHostToDevice);
  resize<<<dim3(3, 2), dim3(8, 8)>>>(in, w, h, out, W, H);
  cudaMemcpy(b, out, sizeof b, cudaMemcpyDeviceToHost);
  printf("%d\n", b[W * H - 1].x);
  cudaFree(in);
  cudaFree(out);
  return b[W * H - 1].x == 255 ? 0 : 1;
}
