#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#define CHECK(call)                                                      \
  do {                                                                   \
    cudaError_t e = (call);                                              \
    if (e != cudaSuccess) {                                              \
      fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(e)); \
      exit(1);                                                           \
    }                                                                    \
  } while (0)

__global__ void add(const int* a, const int* b, int* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) {
    int left = i < n ? a[i] : 0, right = i < n ? b[i] : 0;
    c[i] = left + right;  // finds: out_of_bounds
  }
}

int main() {
  const int n = 1000;
  int ha[n], hb[n], hc[n];
  for (int i = 0; i < n; i++) ha[i] = i, hb[i] = 2 * i;
  int *a, *b, *c;
  CHECK(cudaMalloc(&a, sizeof ha));
  CHECK(cudaMalloc(&b, sizeof hb));
  CHECK(cudaMalloc(&c, sizeof hc));
  CHECK(cudaMemcpy(a, ha, sizeof ha, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, hb, sizeof hb, cudaMemcpyHostToDevice));
  add<<<(n + 255) / 256, 256>>>(a, b, c, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(hc, c, sizeof hc, cudaMemcpyDeviceToHost));
  printf("%d\n", hc[999]);
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));
  return 0;
}
