#include <cuda_runtime.h>
#include <cstdio>

struct Image {
  float* pixels;
  int w, h;
};

Image make_image(int w, int h) {
  Image i{nullptr, w, h};
  cudaMalloc(&i.pixels, w * h * sizeof(float));
  cudaMemset(i.pixels, 0, w * h * sizeof(float));
  return i;
}

void resize(Image& image, int w, int h) {
  cudaFree(image.pixels);
  image = make_image(w, h);
}

__global__ void brighten(Image i, float by) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < i.w) {
    float* p = &i.pixels[y * i.w + x];
    *p += by;  // finds: use_after_free
  }
}

int main() {
  Image a = make_image(40, 10);
  Image view = a;  // keeps the pointer of before
  resize(a, 80, 20);
  brighten<<<dim3(2, 10), 32>>>(view, 1.0f);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(a.pixels);
}
