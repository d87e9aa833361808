#include <cuda_runtime.h>
#include <cstdio>

__global__ void gather(const float* __restrict__ table, const int* __restrict__ index,
                       float* __restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = __ldg(&table[__ldg(index + i)]) + __ldg(reinterpret_cast<const float4*>(table)).w;
}

int main() {
  const int n = 60;
  float t[64], r[n], *table, *out;
  int idx[n], *index;
  for (int i = 0; i < 64; i++) t[i] = i;
  for (int i = 0; i < n; i++) idx[i] = 63 - i;
  cudaMalloc(&table, sizeof t);
  cudaMalloc(&out, sizeof r);
  cudaMalloc(&index, sizeof idx);
  cudaMemcpy(table, t, sizeof t, cudaMemcpyHostToDevice);
  cudaMemcpy(index, idx, sizeof idx, cudaMemcpyHostToDevice);
  gather<<<2, 32>>>(table, index, out, n);
  gather<<<2, 32>>>(out, index + 4, table,
                    n - 4);  // written by an earlier launch: may be read by __ldg
  cudaMemcpy(r, table, 10 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", r[0]);
  cudaFree(table);
  cudaFree(out);
  cudaFree(index);
  return r[0] == (63 - 59) + 3 + (63 - 3) + 3 ? 0 : 1;
}
