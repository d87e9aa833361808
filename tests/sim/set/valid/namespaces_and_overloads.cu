#include <cuda_runtime.h>
#include <cstdio>

namespace image {
namespace detail {
template <typename T>
__device__ T twice(T v) {
  return v + v;
}
}  // namespace detail
static __global__ void run(int* v) {
  v[threadIdx.x] = detail::twice(v[threadIdx.x]);
}
static __global__ void run(float* v, float f) {
  v[threadIdx.x] = f * detail::twice(v[threadIdx.x]);
}
}  // namespace image
extern "C" __global__ void plain(int* v) {
  v[threadIdx.x]++;
}
namespace {
__global__ void hidden(int* v) {
  v[threadIdx.x] -= 3;
}
}  // namespace

int main() {
  int h[16] = {5}, *d;
  float g[16] = {1.5f}, *f;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&f, sizeof g);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(f, g, sizeof g, cudaMemcpyHostToDevice);
  image::run<<<1, 16>>>(d);
  image::run<<<1, 16>>>(f, 2.0f);
  ::plain<<<1, 16>>>(d);
  hidden<<<1, 16>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(g, f, sizeof g, cudaMemcpyDeviceToHost);
  printf("%d %g\n", h[0], g[0]);
  cudaFree(d);
  cudaFree(f);
  return h[0] == 8 && g[0] == 6 ? 0 : 1;
}
