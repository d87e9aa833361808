#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

struct Record {
  int id;
  char text[28];
};

// Each thread copies a batch of records; the last batch may be shorter.
__global__ void copy_batches(Record* to, const Record* from, int n, int batch) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * batch;
  if (first >= n) return;
  memcpy(to + first, from + first, batch * sizeof(Record));  // finds: out_of_bounds
}

int main() {
  const int n = 50;
  Record h[n] = {};
  for (int i = 0; i < n; i++) {
    h[i].id = i;
    snprintf(h[i].text, sizeof h[i].text, "record %d", i);
  }
  Record *a, *b;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  copy_batches<<<1, 32>>>(b, a, n, 4);
  cudaError_t e = cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s %s\n", h[49].text, cudaGetErrorString(e));
  cudaFree(a);
  cudaFree(b);
}
