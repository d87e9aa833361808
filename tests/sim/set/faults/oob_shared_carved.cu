#include <cuda_runtime.h>
#include <cstdio>

// Two arrays in one piece of dynamic shared memory: the keys were forgotten in the size.
__global__ void sort_pairs(int* keys, float* values, int n) {
  extern __shared__ unsigned char raw[];
  float* v = reinterpret_cast<float*>(raw);
  int* k = reinterpret_cast<int*>(v + n);
  int t = threadIdx.x;
  v[t] = values[t];
  k[t] = keys[t];  // finds: out_of_bounds
  __syncthreads();
  int rank = 0;
  for (int j = 0; j < n; ++j)
    rank += k[j] < k[t] || (k[j] == k[t] && j < t);  // finds: out_of_bounds
  keys[rank] = k[t];                                 // finds: out_of_bounds
  values[rank] = v[t];
}

int main() {
  const int n = 48;
  int k[n];
  float v[n];
  for (int i = 0; i < n; i++) k[i] = (i * 31) % n, v[i] = k[i] / 2.0f;
  int* dk;
  float* dv;
  cudaMalloc(&dk, sizeof k);
  cudaMalloc(&dv, sizeof v);
  cudaMemcpy(dk, k, sizeof k, cudaMemcpyHostToDevice);
  cudaMemcpy(dv, v, sizeof v, cudaMemcpyHostToDevice);
  sort_pairs<<<1, n, n * sizeof(float)>>>(dk, dv, n);
  cudaError_t e = cudaMemcpy(v, dv, sizeof v, cudaMemcpyDeviceToHost);
  printf("%g %s\n", v[3], cudaGetErrorString(e));
  cudaFree(dk);
  cudaFree(dv);
}
