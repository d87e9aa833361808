#include <cuda_runtime.h>
#include <cstdio>

// The leader of each warp adds to its own slot in a loop; the others only vote.
__global__ void count(const int* in, int n, int* out) {
  __shared__ int slots[4];
  __shared__ int rounds;
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) slots[w] = 0;
  if (threadIdx.x == 96) rounds = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    unsigned m = __ballot_sync(0xffffffffu, in[i] > 2);
    if (lane == 0) slots[w] += __popc(m);
    if (threadIdx.x == 96) rounds++;
  }
  __syncthreads();
  if (threadIdx.x < 4) out[threadIdx.x] = slots[threadIdx.x] + 1000 * rounds;
}

int main() {
  int h[512], r[4], *in, *out;
  for (int i = 0; i < 512; i++) h[i] = i % 4;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  count<<<1, 128>>>(in, 512, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[3]);
  cudaFree(in);
  cudaFree(out);
  return r[3] == 4032 ? 0 : 1;
}
