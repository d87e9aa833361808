#include <cuda_runtime.h>
#include <cstdio>

// Zero copy: the kernel writes its results straight into pinned memory of the host.
__global__ void squares(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i * i;  // finds: out_of_bounds
  (void)n;
}

int main() {
  const int n = 200;
  int* results;
  if (cudaHostAlloc(&results, n * sizeof(int), cudaHostAllocMapped) != cudaSuccess) return 1;
  squares<<<(n + 63) / 64, 64>>>(results, n);
  if (cudaDeviceSynchronize() == cudaSuccess) printf("%d\n", results[n - 1]);
  cudaFreeHost(results);
}
