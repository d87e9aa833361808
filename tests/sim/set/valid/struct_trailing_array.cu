#include <cuda_runtime.h>
#include <cstdio>

// A header with its data behind it, in one allocation.
struct Message {
  int length;
  float data[1];
};

__global__ void fill(Message* m) {
  for (int i = threadIdx.x; i < m->length; i += blockDim.x) m->data[i] = i * 0.5f;
}

int main() {
  const int n = 40;
  Message* m;
  float h[n];
  cudaMalloc(&m, sizeof(int) + n * sizeof(float));
  cudaMemcpy(m, &n, sizeof n, cudaMemcpyHostToDevice);
  fill<<<1, 32>>>(m);
  cudaMemcpy(h, &m->data[0], sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", h[39]);
  cudaFree(m);
  return h[39] == 19.5f ? 0 : 1;
}
