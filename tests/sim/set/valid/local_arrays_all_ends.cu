#include <cuda_runtime.h>
#include <cstdio>

// Local arrays, up to their first and last elements, and pointers one behind the end.
__device__ void insertion_sort(float* first, float* last) {
  for (float* i = first + 1; i < last; ++i) {
    float key = *i;
    float* j = i;
    while (j > first && j[-1] > key) {
      *j = j[-1];
      --j;
    }
    *j = key;
  }
}

__global__ void median(const float* in, float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float window[5][5];
  for (int dy = 0; dy < 5; dy++)
    for (int dx = 0; dx < 5; dx++)
      window[dy][dx] = in[min(max(y + dy - 2, 0), h - 1) * w + min(max(x + dx - 2, 0), w - 1)];
  float* flat = &window[0][0];
  insertion_sort(flat, flat + 25);
  out[y * w + x] = window[2][2];
}

int main() {
  const int w = 21, h = 13;
  static float img[w * h];
  for (int i = 0; i < w * h; i++) img[i] = i == 100 ? 1e6f : 5;
  float *in, *out;
  cudaMalloc(&in, sizeof img);
  cudaMalloc(&out, sizeof img);
  cudaMemcpy(in, img, sizeof img, cudaMemcpyHostToDevice);
  median<<<dim3(3, 2), dim3(8, 8)>>>(in, out, w, h);
  cudaMemcpy(img, out, sizeof img, cudaMemcpyDeviceToHost);
  printf("%g\n", img[100]);
  cudaFree(in);
  cudaFree(out);
  return img[100] == 5 ? 0 : 1;
}
