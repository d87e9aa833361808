#include <cuda_runtime.h>
#include <cstdio>

template <typename T, typename Less>
__device__ void bitonic(T* s, int n, Less less) {
  for (int k = 2; k <= n; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int p = i ^ j;
        if (p > i && ((i & k) == 0) == less(s[p], s[i])) {
          T t = s[i];
          s[i] = s[p];
          s[p] = t;
        }
      }
      __syncthreads();
    }
}

__global__ void sort(int* v, int n) {
  extern __shared__ int keys[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) keys[i] = v[i];
  __syncthreads();
  bitonic(keys, n, [](int a, int b) { return a < b; });
  for (int i = threadIdx.x; i < n; i += blockDim.x) v[i] = keys[i];
}

int main() {
  const int n = 256;
  int h[n], *v;
  for (int i = 0; i < n; i++) h[i] = (i * 149) % 257;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  sort<<<1, 64, sizeof h>>>(v, n);
  cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
  bool ok = true;
  for (int i = 1; i < n; i++) ok &= h[i - 1] <= h[i];
  printf("%d\n", ok);
  cudaFree(v);
  return ok ? 0 : 1;
}
