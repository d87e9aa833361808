#include <cuda_runtime.h>
#include <cstdio>

// Decoupled look-back: state and value in one word, so that no fence is needed between them.
enum : unsigned { EMPTY = 0, AGGREGATE = 1, PREFIX = 2 };

__global__ void scan(const unsigned* in, unsigned* out, unsigned long long* state,
                     unsigned* ticket) {
  __shared__ unsigned tile, exclusive;
  unsigned lane = threadIdx.x;
  if (lane == 0) tile = atomicAdd(ticket, 1u);
  __syncwarp();
  unsigned id = tile;
  unsigned v = in[id * 32 + lane];
  for (unsigned d = 1; d < 32; d *= 2) {
    unsigned o = __shfl_up_sync(~0u, v, d);
    if (lane >= d) v += o;
  }
  if (lane == 31) {
    unsigned long long mine = (unsigned long long)v << 2;
    atomicExch(&state[id], mine | (id == 0 ? PREFIX : AGGREGATE));
    unsigned sum = 0;
    for (int back = int(id) - 1; back >= 0;) {
      unsigned long long s = atomicAdd(&state[back], 0ull);
      if ((s & 3) == EMPTY) continue;
      sum += unsigned(s >> 2);
      if ((s & 3) == PREFIX) break;
      --back;
    }
    if (id > 0) atomicExch(&state[id], ((unsigned long long)(sum + v) << 2) | PREFIX);
    exclusive = sum;
  }
  __syncwarp();
  out[id * 32 + lane] = exclusive + v;
}

int main() {
  const int tiles = 15, n = tiles * 32;
  static unsigned h[n];
  for (unsigned& v : h) v = 2;
  unsigned *in, *out, *ticket;
  unsigned long long* state;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMalloc(&ticket, sizeof(unsigned));
  cudaMalloc(&state, tiles * sizeof(unsigned long long));
  cudaMemset(ticket, 0, sizeof(unsigned));
  cudaMemset(state, 0, tiles * sizeof(unsigned long long));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  scan<<<tiles, 32>>>(in, out, state, ticket);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%u\n", h[n - 1]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(ticket);
  cudaFree(state);
  return h[n - 1] == 2 * n ? 0 : 1;
}
