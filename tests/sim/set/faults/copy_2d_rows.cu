#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

__global__ void gradient(float* p, size_t pitch, int w, int h) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x < w && y < h) reinterpret_cast<float*>(reinterpret_cast<char*>(p) + y * pitch)[x] = x + y;
}

int main() {
  const int w = 20, h = 10;
  std::vector<float> host(w * w);
  float* p;
  size_t pitch;
  cudaMallocPitch(&p, &pitch, w * sizeof(float), h);
  cudaMemset2D(p, pitch, 0, w * sizeof(float), h);
  gradient<<<h, 32>>>(p, pitch, w, h);
  const int row = w * sizeof(float);
  cudaError_t e = cudaMemcpy2D(host.data(), row, p, pitch, row, w,  // finds: wrong_copy
                               cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(p);
}
