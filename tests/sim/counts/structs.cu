// Structs that functions take and return by value, each function called from two places: every load
// of an argument and every store of a result goes to memory, whether they are inlined or not.
#include "counts.hpp"

struct Sample {
  float value, weight;
  int index;
  float3 normal;  // 24 bytes: returned by way of memory, not of registers
};

__device__ float4 operator*(float4 a, float s) {
  return make_float4(a.x * s, a.y * s, a.z * s, a.w * s);
}
__device__ __noinline__ float4 operator+(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__device__ __noinline__ Sample sample(float value, int index) {
  return {value, 1, index, make_float3(0, 1, 0)};
}
__device__ Sample turned(Sample s) {
  return {s.value, -s.weight, s.index, make_float3(s.normal.y, s.normal.z, s.normal.x)};
}

__global__ void mix(const float4* a, const float4* b, float4* out) {
  const int i = int(threadIdx.x);
  out[i] = a[i] * 2 + b[i];
  out[32 + i] = a[32 + i] + b[32 + i] * 3;
}

__global__ void samples(Sample* out) {
  const int i = int(threadIdx.x);
  out[i] = sample(1, i);
  out[32 + i] = sample(2, i);
  out[64 + i] = turned(out[i]);
  out[96 + i] = turned(out[32 + i]);
}

int main() {
  auto a = zeros<float4>(64), b = zeros<float4>(64);
  kit::DeviceBuffer<float4> out(64);
  mix<<<1, 32>>>(a.data(), b.data(), out.data());
  const Launch vectors = TAKE_LAUNCH();
  EXPECT_COUNT(vectors, "global_load_requests", 4);
  EXPECT_COUNT(vectors, "global_load_bytes", 4 * 32 * 16);
  EXPECT_COUNT(vectors, "global_load_sectors", 4 * 16);
  EXPECT_COUNT(vectors, "global_store_requests", 2);
  EXPECT_COUNT(vectors, "global_store_bytes", 2 * 32 * 16);

  kit::DeviceBuffer<Sample> made(128);
  samples<<<1, 32>>>(made.data());
  const Launch structs = TAKE_LAUNCH();
  EXPECT_COUNT(structs, "global_load_bytes", 2 * 32 * 24);
  EXPECT_COUNT(structs, "global_store_bytes", 4 * 32 * 24);
  return finish();
}
