#include <cuda_runtime.h>
#include <cstdio>

struct Particle {
  float x, y, z, mass;
};

__global__ void place(Particle* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    p[i].x = i;
    p[i].y = 2 * i;
    p[i].z = 0;
  }
}

__global__ void momentum(const Particle* p, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float m = p[i].mass;  // finds: uninitialised_read
    out[i] = m * (p[i].x + p[i].y + p[i].z);
  }
}

int main() {
  const int n = 64;
  Particle* p;
  float *out, h[n];
  cudaMalloc(&p, n * sizeof(Particle));
  cudaMalloc(&out, sizeof h);
  place<<<2, 32>>>(p, n);
  momentum<<<2, 32>>>(p, out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0] == 0);
  cudaFree(p);
  cudaFree(out);
}
