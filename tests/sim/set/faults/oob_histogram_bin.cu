#include <cuda_runtime.h>
#include <cstdio>

const int BINS = 10;

__device__ int bin_of(float v, float lo, float hi) {
  return static_cast<int>((v - lo) / (hi - lo) * BINS);  // v == hi gives BINS
}

__global__ void histogram(const float* v, unsigned int* bins, int n, float lo, float hi) {
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    int b = bin_of(v[i], lo, hi);
    atomicAdd(&bins[b], 1u);  // finds: out_of_bounds
  }
}

int main() {
  const int n = 501;
  float values[n];
  for (int i = 0; i < n; ++i) values[i] = i / 500.0f;
  float* dv;
  unsigned int *dbins, bins[BINS];
  cudaMalloc((void**)&dv, sizeof values);
  cudaMalloc((void**)&dbins, BINS * sizeof(unsigned int));
  cudaMemset(dbins, 0, BINS * sizeof(unsigned int));
  cudaMemcpy(dv, values, sizeof values, cudaMemcpyHostToDevice);
  histogram<<<2, 128>>>(dv, dbins, n, 0.0f, 1.0f);
  cudaError_t err = cudaMemcpy(bins, dbins, sizeof bins, cudaMemcpyDeviceToHost);
  printf("%s %u\n", cudaGetErrorName(err), bins[0]);
  cudaFree(dv);
  cudaFree(dbins);
  return 0;
}
