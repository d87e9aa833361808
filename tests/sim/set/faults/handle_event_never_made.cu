#include <cuda_runtime.h>
#include <cstdio>

struct Timer {
  cudaEvent_t begin = nullptr, end = nullptr;
};

__global__ void work(float* v) {
  v[threadIdx.x] = threadIdx.x * 2;
}

int main() {
  Timer t;
  cudaEventCreate(&t.begin);
  float* v;
  cudaMalloc(&v, 64 * sizeof(float));
  cudaEventRecord(t.begin);
  work<<<1, 64>>>(v);
  cudaError_t e = cudaEventRecord(t.end);  // finds: invalid_handle
  printf("%s\n", cudaGetErrorString(e));
  cudaDeviceSynchronize();
  cudaEventDestroy(t.begin);
  cudaFree(v);
}
