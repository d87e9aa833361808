#include <cuda_runtime.h>
#include <cstdio>

struct Job {
  int frame, width, height;
};

// Offset of a frame in a long film, in ints.
__global__ void offsets(const Job* jobs, long long* out, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  Job j = jobs[i];
  int pixels = j.frame * j.width * j.height;  // finds: undefined_arithmetic
  out[i] = pixels;
}

int main() {
  Job h[8], *jobs;
  long long r[8], *out;
  for (int i = 0; i < 8; i++) h[i] = {i * 300, 1920, 1080};
  cudaMalloc(&jobs, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(jobs, h, sizeof h, cudaMemcpyHostToDevice);
  offsets<<<1, 32>>>(jobs, out, 8);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%lld\n", r[1]);
  cudaFree(jobs);
  cudaFree(out);
}
