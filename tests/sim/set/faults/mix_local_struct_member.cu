#include <cuda_runtime.h>
#include <cstdio>

struct Stats {
  float sums[4];
  int count;
};

__global__ void by_season(const float* temperature, const int* month, float* mean, int n) {
  int station = blockIdx.x * blockDim.x + threadIdx.x;
  if (station >= n) return;
  Stats s = {};
  for (int m = 0; m < 12; m++) {
    s.sums[month[m] / 3] += temperature[station * 12 + m];  // finds: out_of_bounds
    s.count++;
  }
  float best = s.sums[0];
  for (int q = 1; q < 4; q++) best = fmaxf(best, s.sums[q]);
  mean[station] = best * 4 / s.count;
}

int main() {
  const int n = 10;
  float t[n * 12], mean[n];
  int month[12];
  for (int i = 0; i < 12; i++) month[i] = i + 1;  // 12 / 3 is 4
  for (int i = 0; i < n * 12; i++) t[i] = i % 30;
  float *dt, *dm;
  int* dmo;
  cudaMalloc(&dt, sizeof t);
  cudaMalloc(&dm, sizeof mean);
  cudaMalloc(&dmo, sizeof month);
  cudaMemcpy(dt, t, sizeof t, cudaMemcpyHostToDevice);
  cudaMemcpy(dmo, month, sizeof month, cudaMemcpyHostToDevice);
  by_season<<<1, 32>>>(dt, dmo, dm, n);
  cudaError_t e = cudaMemcpy(mean, dm, sizeof mean, cudaMemcpyDeviceToHost);
  printf("%g %s\n", mean[0], cudaGetErrorString(e));
  cudaFree(dt);
  cudaFree(dm);
  cudaFree(dmo);
}
