// expect: error cudaSuccess
// Two threads of a block copy 16 bytes each to one place, by a statement that both reads and
// writes.
#include "fault.hpp"
__global__ void copy_twice(const float4* in, float4* out) {
  extern __shared__ float4 tile[];
  tile[threadIdx.x] = make_float4(float(threadIdx.x), 0.0f, in[0].x, 0.0f);
  __syncthreads();
  out[threadIdx.x % 32] = tile[threadIdx.x];  // finds: global_race
}
int main() {
  float4 *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 16);
  cudaMemset(in, 0, 16);
  cudaMalloc(&out, 32 * sizeof(float4));
  copy_twice<<<1, 64, 64 * sizeof(float4)>>>(in, out);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return report(error);
}
