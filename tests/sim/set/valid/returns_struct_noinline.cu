#include <cuda_runtime.h>
#include <cstdio>

struct Ray {
  float3 origin, dir;
};
__device__ __noinline__ Ray make_ray(int x, int y) {
  Ray r;
  r.origin = make_float3(x, y, 0);
  r.dir = make_float3(0, 0, 1);
  return r;
}

__global__ void trace(Ray* rays, float* depth, int w, int h) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x >= w || y >= h) return;
  Ray r = make_ray(x, y);
  rays[y * w + x] = r;
  depth[y * w + x] = rays[y * w + x].origin.x + rays[y * w + x].dir.z;
}

int main() {
  const int w = 20, h = 4;
  Ray* rays;
  float *depth, d[w * h];
  cudaMalloc(&rays, w * h * sizeof(Ray));
  cudaMalloc(&depth, sizeof d);
  trace<<<h, 32>>>(rays, depth, w, h);
  cudaMemcpy(d, depth, sizeof d, cudaMemcpyDeviceToHost);
  printf("%g\n", d[25]);
  cudaFree(rays);
  cudaFree(depth);
  return d[25] == 6 ? 0 : 1;
}
