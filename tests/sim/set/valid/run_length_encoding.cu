#include <cuda_runtime.h>
#include <cstdio>

__device__ int block_exclusive_scan(int v, int* warp_sums, int& total) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, x = v;
  for (int d = 1; d < 32; d *= 2) {
    int o = __shfl_up_sync(0xffffffffu, x, d);
    if (lane >= d) x += o;
  }
  if (lane == 31) warp_sums[warp] = x;
  __syncthreads();
  int before = 0;
  total = 0;
  for (int w = 0; w < int(blockDim.x) / 32; w++) {
    if (w < warp) before += warp_sums[w];
    total += warp_sums[w];
  }
  return before + x - v;
}

__global__ void encode(const char* in, int n, char* value, int* start, int* runs) {
  __shared__ int warp_sums[32];
  int t = threadIdx.x;
  bool head = t < n && (t == 0 || in[t] != in[t - 1]);
  int total, at = block_exclusive_scan(head, warp_sums, total);
  if (head) value[at] = in[t], start[at] = t;
  if (t == 0) *runs = total;
}

int main() {
  const int n = 100;
  char h[n], *in, *value;
  int *start, *runs, r = 0;
  for (int i = 0; i < n; i++) h[i] = char('a' + i / 7 % 3);
  cudaMalloc(&in, n);
  cudaMalloc(&value, n);
  cudaMalloc(&start, n * sizeof(int));
  cudaMalloc(&runs, sizeof(int));
  cudaMemcpy(in, h, n, cudaMemcpyHostToDevice);
  encode<<<1, 128>>>(in, n, value, start, runs);
  cudaMemcpy(&r, runs, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(in);
  cudaFree(value);
  cudaFree(start);
  cudaFree(runs);
  return r == 15 ? 0 : 1;
}
