#include <cuda_runtime.h>
#include <cstdio>

__global__ void votes(const int* v, int* out) {
  int x = v[threadIdx.x], same = 0;
  unsigned m = __match_all_sync(0xffffffffu, x / 64, &same);
  int any = __any_sync(0xffffffffu, x == 40), all = __all_sync(0xffffffffu, x >= 0);
  int block_any = __syncthreads_or(x == 127), block_all = __syncthreads_and(x < 128),
      n = __syncthreads_count(x & 1);
  out[threadIdx.x] = (m == 0xffffffffu) * 1 + same * 2 + any * 4 + all * 8 + (block_any != 0) * 16 +
                     (block_all != 0) * 32 + n * 64;
}

int main() {
  int h[128], *v, *out;
  for (int i = 0; i < 128; i++) h[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  votes<<<1, 128>>>(v, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[32]);
  cudaFree(v);
  cudaFree(out);
  return h[32] == 64 * 64 + 63 ? 0 : 1;
}
