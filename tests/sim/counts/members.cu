// Members of aligned vectors that are used one by one: nvcc makes one access of them wherever
// nothing stands between (seen in its PTX for each of these kernels), and so it is counted. What
// only looks like it is not.
#include "counts.hpp"

struct alignas(8) Range {
  float low, high;
};

__global__ void sums_of_members(const float4* in, float* out) {
  const int i = int(threadIdx.x);
  out[i] = in[i].x + in[i].y * 2 + in[i].z * 3;
}

__global__ void outer_members(const float4* in, float* out) {
  const float4& pixel = in[threadIdx.x];
  out[threadIdx.x] = pixel.x + pixel.w;
}

__global__ void first_two(const float4* in, float* out) {
  const auto& pixel = in[threadIdx.x];
  const float x = pixel.x;
  out[threadIdx.x] = x - pixel.y;
}

__global__ void opaque(const float* in, float4* out) {
  const float value = in[threadIdx.x];
  out[threadIdx.x] = {value, value * 2, value * 3, 1};
}

__global__ void each_member(float4* out) {
  const float value = float(threadIdx.x);
  out[threadIdx.x].x = value;
  out[threadIdx.x].y = value * 2;
  out[threadIdx.x].z = value * 3;
  out[threadIdx.x].w = 1;
}

__global__ void three_of_four(float4* out) {
  float4& pixel = out[threadIdx.x];
  pixel.x = 1;
  pixel.y = 2;
  pixel.z = 3;
}

__global__ void widths(const Range* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x].high - in[threadIdx.x].low;
}

__global__ void bytes(const uchar4* in, float* out) {
  out[threadIdx.x] = float(in[threadIdx.x].x + in[threadIdx.x].y + in[threadIdx.x].z);
}

// No vectors: a float* promises 4 bytes of alignment.
__global__ void neighbours(const float* in, float* out) {
  const float* const four = in + 4 * threadIdx.x;
  out[threadIdx.x] = four[0] + four[1] + four[2] + four[3];
}

// A store between may change what is loaded behind it.
__global__ void store_between(const float4* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x].x;
  out[32 + threadIdx.x] = in[threadIdx.x].y;
}

// Members of two vectors.
__global__ void two_vectors(const float4* in, float* out) {
  out[threadIdx.x] = in[2 * threadIdx.x].x + in[2 * threadIdx.x + 1].x;
}

int main() {
  auto in = zeros<float4>(64), pixels = zeros<float4>(32);
  auto values = zeros<float>(128), out = zeros<float>(64);
  auto ranges = zeros<Range>(32);
  auto small = zeros<uchar4>(32);

  const auto expect_loads = [](const Launch& launch, long requests, long bytes) {
    EXPECT_COUNT(launch, "global_load_requests", requests);
    EXPECT_COUNT(launch, "global_load_bytes", bytes);
  };
  const auto expect_stores = [](const Launch& launch, long requests, long bytes) {
    EXPECT_COUNT(launch, "global_store_requests", requests);
    EXPECT_COUNT(launch, "global_store_bytes", bytes);
  };
  sums_of_members<<<1, 32>>>(in.data(), out.data());
  expect_loads(TAKE_LAUNCH(), 1, 32 * 16);
  outer_members<<<1, 32>>>(in.data(), out.data());
  expect_loads(TAKE_LAUNCH(), 1, 32 * 16);
  first_two<<<1, 32>>>(in.data(), out.data());
  expect_loads(TAKE_LAUNCH(), 1, 32 * 8);
  opaque<<<1, 32>>>(values.data(), pixels.data());
  expect_stores(TAKE_LAUNCH(), 1, 32 * 16);
  each_member<<<1, 32>>>(pixels.data());
  expect_stores(TAKE_LAUNCH(), 1, 32 * 16);
  three_of_four<<<1, 32>>>(pixels.data());
  expect_stores(TAKE_LAUNCH(), 2, 32 * 12);
  widths<<<1, 32>>>(ranges.data(), out.data());
  expect_loads(TAKE_LAUNCH(), 1, 32 * 8);
  bytes<<<1, 32>>>(small.data(), out.data());
  expect_loads(TAKE_LAUNCH(), 1, 32 * 4);

  neighbours<<<1, 32>>>(values.data(), out.data());
  expect_loads(TAKE_LAUNCH(), 4, 32 * 16);
  store_between<<<1, 32>>>(in.data(), out.data());
  expect_loads(TAKE_LAUNCH(), 2, 32 * 8);
  two_vectors<<<1, 32>>>(in.data(), out.data());
  expect_loads(TAKE_LAUNCH(), 2, 32 * 8);
  return finish();
}
