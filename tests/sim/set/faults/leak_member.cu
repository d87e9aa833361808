#include <cuda_runtime.h>
#include <cstdio>

class Pyramid {
 public:
  explicit Pyramid(int n) {
    for (int l = 0; l < 3; l++, n /= 2) {
      cudaMalloc(&level_[l], n * sizeof(float));  // finds: leak
      size_[l] = n;
    }
  }
  ~Pyramid() {
    for (int l = 1; l < 3; l++) cudaFree(level_[l]);  // forgets the first
  }
  float* level(int l) { return level_[l]; }
  int size(int l) const { return size_[l]; }

 private:
  float* level_[3];
  int size_[3];
};

__global__ void init(float* v, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) v[i] = i;
}
__global__ void halve(const float* from, float* to, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) to[i] = (from[2 * i] + from[2 * i + 1]) / 2;
}

int main() {
  Pyramid p(64);
  init<<<1, 32>>>(p.level(0), 64);
  for (int l = 1; l < 3; l++) halve<<<1, 32>>>(p.level(l - 1), p.level(l), p.size(l));
  float h[16];
  cudaMemcpy(h, p.level(2), sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", h[1]);
}
