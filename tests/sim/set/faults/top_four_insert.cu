#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

struct TopFour {
  float best[4];
};

__device__ void insert(TopFour& top, float v) {
  int j = 4;
  while (j > 0 && top.best[j - 1] < v) {
    top.best[j] = top.best[j - 1];  // finds: out_of_bounds
    --j;
  }
  if (j < 4) top.best[j] = v;
}

__global__ void largest(const float* in, float* out, int perThread) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  TopFour top;
  for (int k = 0; k < 4; ++k) top.best[k] = -1.0f;
  for (int k = 0; k < perThread; ++k) insert(top, in[i * perThread + k]);
  out[i] = top.best[3];
}

int main() {
  const int threads = 64, per = 10;
  std::vector<float> h(threads * per);
  for (int i = 0; i < threads * per; ++i) h[i] = float((i * 37) % 101);
  float *in, *out;
  cudaMalloc(&in, h.size() * sizeof(float));
  cudaMalloc(&out, threads * sizeof(float));
  cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
  largest<<<2, 32>>>(in, out, per);  // finds: unchecked_error
  cudaMemcpy(h.data(), out, threads * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(in);
  cudaFree(out);
}
