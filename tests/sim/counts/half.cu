// Half precision numbers: a half is one access of 2 bytes and a pair one of 4. Members of a pair
// that are named in memory are halves, and a struct of pairs is copied pair by pair (both seen in
// nvcc's PTX for each of these kernels). An operation on halves counts as one on floats does, two
// on a pair. Conversions count nothing, and no number makes lanes part: not a denormal one, nor
// NaN.
#include <cuda_fp16.h>

#include "counts.hpp"

__global__ void halves(const half* in, half* out) {
  const int i = int(threadIdx.x);
  out[i] = in[i] + in[i + 32];
}
__global__ void pairs(const half2* in, half2* out) {
  const int i = int(threadIdx.x);
  out[i] = in[i] * in[i + 32];
}
__global__ void named(const half2* in, half2* out) {
  const int i = int(threadIdx.x);
  out[i] = __hfma2(in[i], in[i + 32], in[i]);
}
__global__ void in_place(half2* out) {
  out[threadIdx.x] += out[threadIdx.x + 32];
}
__global__ void copy(const half2* in, half2* out) {
  const half2 pair = in[threadIdx.x];
  out[threadIdx.x] = pair;
}

// Both members of a pair: where they are in memory, and from a copy.
__global__ void members(const half2* in, half* out) {
  out[threadIdx.x] = in[threadIdx.x].x + in[threadIdx.x].y;
}
__global__ void members_as_floats(const half2* in, float* out) {
  const half2& pair = in[threadIdx.x];
  out[threadIdx.x] = float(pair.x) + float(pair.y);
}
__global__ void members_of_copy(const half2* in, float* out) {
  const half2 pair = in[threadIdx.x];
  out[threadIdx.x] = float(pair.x) + float(pair.y);
}
__global__ void by_name(const half2* in, float* out) {
  const float2 numbers = __half22float2(in[threadIdx.x]);
  out[threadIdx.x] = numbers.x * numbers.y;
}
__global__ void one_member(const half2* in, half* out) {
  out[threadIdx.x] = in[threadIdx.x].y;
}
// Two halves promise 2 bytes of alignment each.
__global__ void neighbours(const half* in, half* out) {
  out[threadIdx.x] = in[2 * threadIdx.x] + in[2 * threadIdx.x + 1];
}
__global__ void neighbours_as_floats(const half* in, float* out) {
  out[threadIdx.x] = float(in[2 * threadIdx.x]) + float(in[2 * threadIdx.x + 1]);
}

__global__ void built(const half* in, half2* out) {
  const half value = in[threadIdx.x];
  out[threadIdx.x] = half2(value, -value);
  out[threadIdx.x + 32] = __floats2half2_rn(float(value), 2.0f);
  out[threadIdx.x + 64] = __halves2half2(value, value);
}
__global__ void each_member(const half* in, half2* out) {
  const half value = in[threadIdx.x];
  out[threadIdx.x].x = value;
  out[threadIdx.x].y = __hneg(value);
}
struct alignas(8) TwoPairs {
  half2 first, second;
};
__global__ void struct_of_pairs(const TwoPairs* in, TwoPairs* out) {
  TwoPairs both = in[threadIdx.x];
  both.first = both.first + both.second;
  out[threadIdx.x] = both;
}
struct alignas(8) Pixel {
  half r, g, b, a;
};
__global__ void struct_of_halves(const Pixel* in, Pixel* out) {
  out[threadIdx.x] = in[threadIdx.x];
}
// Bits of pairs may be moved in larger pieces, as numbers of another type.
__global__ void as_numbers(const uint2* in, half2* out) {
  uint2 bits = in[threadIdx.x];
  out[threadIdx.x] = *reinterpret_cast<half2*>(&bits.x) + *reinterpret_cast<half2*>(&bits.y);
}
__global__ void numbers_stored(half* out, half2* pairs_out) {
  out[threadIdx.x] = float(threadIdx.x);
  out[threadIdx.x + 32] = int(threadIdx.x);
  pairs_out[threadIdx.x] = __float2half2_rn(1.5f);
}

__global__ void in_shared(const half2* in, half2* out) {
  __shared__ half2 tile[32];
  __shared__ half flat[32];
  tile[threadIdx.x] = in[threadIdx.x];
  flat[threadIdx.x] = half(1.0f);
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x] + __half2half2(flat[threadIdx.x ^ 1]);
}

__global__ void atomics(half* sum, half2* sums) {
  atomicAdd(sum + threadIdx.x, half(1));
  atomicAdd(sums + threadIdx.x, half2(half(1), half(2)));
}

template <int kind>
__global__ void operation(const half* a, const half* b, half* out) {
  const half x = a[threadIdx.x], y = b[threadIdx.x];
  half result = x;
  if constexpr (kind == 0) result = x - y;
  if constexpr (kind == 1) result = __hfma(x, y, x);
  if constexpr (kind == 2) result = __hmul_sat(x, y);
  if constexpr (kind == 3) result = x / y;
  if constexpr (kind == 4) result = __hmax(x, __hmin(y, __habs(x)));
  if constexpr (kind == 5) result = __int2half_rn(__half2int_rz(x));
  if constexpr (kind == 6) result = half(int(x == y) + int(x < y) + int(__hgeu(x, y)));
  if constexpr (kind == 7) result = hfloor(x);
  if constexpr (kind == 8) result = ++result;
  out[threadIdx.x] = result;
}

// Zeros, denormal and normal numbers, infinities and NaNs side by side.
std::vector<half> mixed() {
  std::vector<half> values;
  for (unsigned i = 0; i < 128; ++i) values.push_back(__ushort_as_half(0x0201 * i));
  return values;
}

template <int kind>
void expect_flops(const kit::DeviceBuffer<half>& in, kit::DeviceBuffer<half>& out, long each,
                  long operands = 2) {
  operation<kind><<<1, 32>>>(in.data(), in.data() + 37, out.data());
  const Launch launch = TAKE_LAUNCH();
  EXPECT_COUNT(launch, "flops", 32 * each);
  EXPECT_COUNT(launch, "divergent_branches", 0);
  EXPECT_COUNT(launch, "global_load_requests", operands);
  EXPECT_COUNT(launch, "global_load_bytes", operands * 64);
  EXPECT_COUNT(launch, "global_store_sectors", 2);
}

void expect_loads(const Launch& launch, long requests, long sectors, long bytes) {
  EXPECT_COUNT(launch, "global_load_requests", requests);
  EXPECT_COUNT(launch, "global_load_sectors", sectors);
  EXPECT_COUNT(launch, "global_load_bytes", bytes);
}
void expect_stores(const Launch& launch, long requests, long sectors, long bytes) {
  EXPECT_COUNT(launch, "global_store_requests", requests);
  EXPECT_COUNT(launch, "global_store_sectors", sectors);
  EXPECT_COUNT(launch, "global_store_bytes", bytes);
}

int main() {
  const std::vector<half> values = mixed();
  kit::DeviceBuffer<half> in(values.data(), values.size());
  kit::DeviceBuffer<half2> in_pairs(reinterpret_cast<const half2*>(values.data()), 64);
  auto out = zeros<half>(64);
  auto out_pairs = zeros<half2>(96);
  auto floats = zeros<float>(32);

  halves<<<1, 32>>>(in.data(), out.data());
  Launch launch = TAKE_LAUNCH();
  expect_loads(launch, 2, 4, 128);
  expect_stores(launch, 1, 2, 64);
  EXPECT_COUNT(launch, "flops", 32);
  pairs<<<1, 32>>>(in_pairs.data(), out_pairs.data());
  launch = TAKE_LAUNCH();
  expect_loads(launch, 2, 8, 256);
  expect_stores(launch, 1, 4, 128);
  EXPECT_COUNT(launch, "flops", 2 * 32);
  named<<<1, 32>>>(in_pairs.data(), out_pairs.data());
  launch = TAKE_LAUNCH();
  expect_stores(launch, 1, 4, 128);
  EXPECT_COUNT(launch, "flops", 4 * 32);
  in_place<<<1, 32>>>(out_pairs.data());
  launch = TAKE_LAUNCH();
  expect_loads(launch, 2, 8, 256);
  expect_stores(launch, 1, 4, 128);
  copy<<<1, 32>>>(in_pairs.data(), out_pairs.data());
  launch = TAKE_LAUNCH();
  expect_loads(launch, 1, 4, 128);
  expect_stores(launch, 1, 4, 128);

  members<<<1, 32>>>(in_pairs.data(), out.data());
  expect_loads(TAKE_LAUNCH(), 2, 8, 128);
  members_as_floats<<<1, 32>>>(in_pairs.data(), floats.data());
  expect_loads(TAKE_LAUNCH(), 2, 8, 128);
  members_of_copy<<<1, 32>>>(in_pairs.data(), floats.data());
  expect_loads(TAKE_LAUNCH(), 1, 4, 128);
  by_name<<<1, 32>>>(in_pairs.data(), floats.data());
  launch = TAKE_LAUNCH();
  expect_loads(launch, 1, 4, 128);
  EXPECT_COUNT(launch, "flops", 32);
  one_member<<<1, 32>>>(in_pairs.data(), out.data());
  expect_loads(TAKE_LAUNCH(), 1, 4, 64);
  neighbours<<<1, 32>>>(in.data(), out.data());
  expect_loads(TAKE_LAUNCH(), 2, 8, 128);
  neighbours_as_floats<<<1, 32>>>(in.data(), floats.data());
  expect_loads(TAKE_LAUNCH(), 2, 8, 128);

  built<<<1, 32>>>(in.data(), out_pairs.data());
  launch = TAKE_LAUNCH();
  expect_stores(launch, 3, 12, 3 * 128);
  EXPECT_COUNT(launch, "flops", 0);
  each_member<<<1, 32>>>(in.data(), out_pairs.data());
  expect_stores(TAKE_LAUNCH(), 2, 8, 128);
  struct_of_pairs<<<1, 32>>>(reinterpret_cast<const TwoPairs*>(in_pairs.data()),
                             reinterpret_cast<TwoPairs*>(out_pairs.data()));
  launch = TAKE_LAUNCH();
  expect_loads(launch, 2, 16, 256);
  expect_stores(launch, 2, 16, 256);
  struct_of_halves<<<1, 32>>>(reinterpret_cast<const Pixel*>(in_pairs.data()),
                              reinterpret_cast<Pixel*>(out_pairs.data()));
  launch = TAKE_LAUNCH();
  expect_loads(launch, 1, 8, 256);
  expect_stores(launch, 1, 8, 256);
  as_numbers<<<1, 32>>>(reinterpret_cast<const uint2*>(in_pairs.data()), out_pairs.data());
  launch = TAKE_LAUNCH();
  expect_loads(launch, 1, 8, 256);
  expect_stores(launch, 1, 4, 128);
  numbers_stored<<<1, 32>>>(out.data(), out_pairs.data());
  expect_stores(TAKE_LAUNCH(), 3, 2 + 2 + 4, 64 + 64 + 128);

  in_shared<<<1, 32>>>(in_pairs.data(), out_pairs.data());
  launch = TAKE_LAUNCH();
  EXPECT_COUNT(launch, "shared_load_requests", 2);
  EXPECT_COUNT(launch, "shared_load_wavefronts", 2);
  EXPECT_COUNT(launch, "shared_store_requests", 2);
  EXPECT_COUNT(launch, "shared_store_wavefronts", 2);
  EXPECT_COUNT(launch, "flops", 64);

  atomics<<<1, 32>>>(out.data(), out_pairs.data());
  launch = TAKE_LAUNCH();
  EXPECT_COUNT(launch, "global_atomic_requests", 2);
  EXPECT_COUNT(launch, "global_atomic_sectors", 2 + 4);

  expect_flops<0>(in, out, 1);
  expect_flops<1>(in, out, 2);
  expect_flops<2>(in, out, 1);
  expect_flops<3>(in, out, 1);
  expect_flops<4>(in, out, 0);
  expect_flops<5>(in, out, 0, 1);
  expect_flops<6>(in, out, 0);
  expect_flops<7>(in, out, 0, 1);
  expect_flops<8>(in, out, 1, 1);
  return finish();
}
