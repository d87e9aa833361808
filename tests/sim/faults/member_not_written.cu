// expect: error cudaSuccess
// A member that nothing has written is no padding.
#include "fault.hpp"
struct Pair {
  double value;
  int tag;
};
__global__ void fill(float4* quads, float2* pairs, Pair* structs) {
  const int i = threadIdx.x;
  quads[i].x = quads[i].y = quads[i].z = 1;
  pairs[i].x = 2;
  structs[i].tag = 3;
}
__global__ void use(const float4* quads, const float2* pairs, const Pair* structs, float* out) {
  const float4 quad = quads[threadIdx.x];   // finds: uninitialised_read
  const float2 pair = pairs[threadIdx.x];   // finds: uninitialised_read
  const Pair whole = structs[threadIdx.x];  // finds: uninitialised_read
  out[threadIdx.x] = quad.w + pair.y + float(whole.value);
}
int main() {
  float4* quads = nullptr;
  float2* pairs = nullptr;
  Pair* structs = nullptr;
  float* out = nullptr;
  cudaMalloc(&quads, 32 * sizeof(float4));  // names: the buffer was allocated
  cudaMalloc(&pairs, 32 * sizeof(float2));  // names: the buffer was allocated
  cudaMalloc(&structs, 32 * sizeof(Pair));  // names: the buffer was allocated
  cudaMalloc(&out, 32 * sizeof(float));
  fill<<<1, 32>>>(quads, pairs, structs);
  use<<<1, 32>>>(quads, pairs, structs, out);
  cudaFree(quads);
  cudaFree(pairs);
  cudaFree(structs);
  cudaFree(out);
  return report(cudaDeviceSynchronize());
}
