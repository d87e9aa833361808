#include <cuda_runtime.h>
#include <cstdio>

// The barrier stands before the loop's test instead of in its body.
template <typename T>
__global__ void reduce(const T* in, T* out) {
  __shared__ T s[128];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  int d = 64;
  while (d > 0) {
    if (t < d) {
      T other = s[t + d];  // pair: shared_race
      s[t] += other;       // pair: shared_race
    }
    d /= 2;
    if (d == 16) __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

int main() {
  double h[256], r[2], *in, *out;
  for (double& v : h) v = 1;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  reduce<<<2, 128>>>(in, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[0] > 0);
  cudaFree(in);
  cudaFree(out);
}
