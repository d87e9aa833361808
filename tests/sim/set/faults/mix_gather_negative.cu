#include <cuda_runtime.h>
#include <cstdio>

struct Mesh {
  const int* neighbour;  // three for each triangle, -1 where there is none
  const float* area;
  float* mean;
  int count;
};

__global__ void mean_area(Mesh m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= m.count) return;
  float sum = 0;
  for (int k = 0; k < 3; ++k) sum += m.area[m.neighbour[3 * t + k]];  // finds: out_of_bounds
  m.mean[t] = sum / 3;
}

int main() {
  const int n = 30;
  int nb[3 * n];
  float area[n];
  for (int i = 0; i < n; i++) {
    area[i] = 1.0f + i;
    nb[3 * i] = i - 1;
    nb[3 * i + 1] = (i + 1) % n;
    nb[3 * i + 2] = (i + 2) % n;
  }
  int* dn;
  float *da, *dm;
  cudaMalloc(&dn, sizeof nb);
  cudaMalloc(&da, sizeof area);
  cudaMalloc(&dm, sizeof area);
  cudaMemcpy(dn, nb, sizeof nb, cudaMemcpyHostToDevice);
  cudaMemcpy(da, area, sizeof area, cudaMemcpyHostToDevice);
  mean_area<<<1, 32>>>(Mesh{dn, da, dm, n});
  cudaError_t e = cudaMemcpy(area, dm, sizeof area, cudaMemcpyDeviceToHost);
  printf("%g %s\n", area[4], cudaGetErrorString(e));
  cudaFree(dn);
  cudaFree(da);
  cudaFree(dm);
}
