#include <cuda_runtime.h>
#include <cstdio>

__device__ int next_job;

// Blocks fetch jobs until there are none; two barriers keep the broadcast value safe.
__global__ void worker(int* out, int jobs, int width) {
  __shared__ int job;
  while (true) {
    if (threadIdx.x == 0) job = atomicAdd(&next_job, 1);
    __syncthreads();
    int j = job;
    __syncthreads();
    if (j >= jobs) break;
    for (int i = threadIdx.x; i < width; i += blockDim.x) out[j * width + i] = j;
  }
}

int main() {
  const int jobs = 17, width = 50;
  static int h[jobs * width];
  int *out, zero = 0;
  cudaMalloc(&out, sizeof h);
  cudaMemcpyToSymbol(next_job, &zero, sizeof zero);
  worker<<<4, 32>>>(out, jobs, width);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[jobs * width - 1]);
  cudaFree(out);
  return h[jobs * width - 1] == 16 ? 0 : 1;
}
