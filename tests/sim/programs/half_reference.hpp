/// What the programs on half precision share: which half an exact number must become, worked out in
/// whole numbers by comparing it with the halves around it, and kernels that apply an operation to
/// many halves.
#pragma once

#include <cuda_fp16.h>

#include <cmath>
#include <random>
#include <vector>

#include "program.hpp"

using Bits = unsigned short;
using Whole = __int128;

enum class Mode { nearest, zero, down, up };

inline bool is_nan(Bits half) {
  return (half & 0x7fff) > 0x7c00;
}
inline bool is_infinite(Bits half) {
  return (half & 0x7fff) == 0x7c00;
}
inline bool is_negative(Bits half) {
  return half >= 0x8000;
}

/// The magnitude of a half in units of 2^-24; 2^16 for infinity, where half's numbers would go on.
inline long long units(Bits half) {
  const int exponent = (half >> 10) & 31, fraction = half & 1023;
  return exponent == 0 ? fraction : (1024ll + fraction) << (exponent - 1);
}
inline long long signed_units(Bits half) {
  return is_negative(half) ? -units(half) : units(half);
}

inline double value_of(Bits half) {
  if (is_nan(half)) return NAN;
  const double magnitude = is_infinite(half) ? INFINITY : std::ldexp(double(units(half)), -24);
  return is_negative(half) ? -magnitude : magnitude;
}

/// The half that the exact number becomes. `above(n)` is its magnitude less n * 2^-25: any number
/// with the sign of that.
template <typename Above>
Bits round_exact(bool negative, const Above& above, Mode mode = Mode::nearest) {
  const Bits sign = negative ? 0x8000 : 0;
  const bool away = mode == (negative ? Mode::down : Mode::up);
  if (above(2 * units(0x7c00)) >= 0)  // 2^16 or more
    return Bits(sign | (away || mode == Mode::nearest ? 0x7c00 : 0x7bff));
  Bits low = 0, beyond = 0x7c00;
  while (beyond - low > 1) {
    const Bits middle = Bits((low + beyond) / 2);
    (above(2 * units(middle)) >= 0 ? low : beyond) = middle;
  }
  if (above(2 * units(low)) == 0) return Bits(sign | low);
  const auto rest = above(units(low) + units(Bits(low + 1)));  // from the middle between the two
  const bool nearer = rest > 0 || (rest == 0 && low % 2 == 1);
  return Bits(sign | (low + (mode == Mode::nearest ? nearer : away)));
}

inline Bits round_real(double number, Mode mode = Mode::nearest) {
  if (std::isnan(number)) return 0x7fff;
  const double magnitude = std::fabs(number);
  if (std::isinf(magnitude)) return std::signbit(number) ? 0xfc00 : 0x7c00;
  const auto above = [&](long long n) {
    const double other = std::ldexp(double(n), -25);  // exact
    return magnitude < other ? -1 : int(magnitude > other);
  };
  return round_exact(std::signbit(number), above, mode);
}

/// Of a sum of products: `number` * 2^-48. The sign is that of a result 0.
inline Bits round_units(Whole number, bool negative_zero) {
  const bool negative = number < 0 || (number == 0 && negative_zero);
  const Whole magnitude = number < 0 ? -number : number;
  return round_exact(negative, [&](long long n) { return magnitude - (Whole(n) << 23); });
}

/// The same number, or NaN both.
inline bool same(Bits a, Bits b) {
  return is_nan(a) ? is_nan(b) : a == b;
}

inline std::vector<Bits> all_halves() {
  std::vector<Bits> halves(65536);
  for (int i = 0; i < 65536; ++i) halves[std::size_t(i)] = Bits(i);
  return halves;
}

/// Halves where something changes: zeros, the ends of denormal and normal numbers, 1, infinities,
/// NaNs.
inline std::vector<Bits> edges() {
  std::vector<Bits> halves;
  for (const int half :
       {0x0000, 0x0001, 0x0002, 0x03ff, 0x0400, 0x0401, 0x07ff, 0x1400, 0x3800, 0x3bff, 0x3c00,
        0x3c01, 0x4000, 0x6400, 0x77ff, 0x7800, 0x7bfe, 0x7bff, 0x7c00, 0x7c01, 0x7e00, 0x7fff})
    for (const int sign : {0, 0x8000}) halves.push_back(Bits(half | sign));
  return halves;
}

/// Rows of operands: all edges with each other, then drawn ones. Of these a third is just drawn, in
/// a third b is near a and a * b near -c, and in a third a * b is nearly half of the distance from
/// c to the next half, so that what is rounded twice goes wrong.
inline void draw_operands(int drawn, std::vector<Bits>& a, std::vector<Bits>& b,
                          std::vector<Bits>& c) {
  std::mt19937 random(7);
  const std::vector<Bits> special = edges();
  const auto add = [&](Bits x, Bits y, Bits z) {
    a.push_back(x);
    b.push_back(y);
    c.push_back(z);
  };
  for (const Bits x : special)
    for (const Bits y : special) add(x, y, special[random() % special.size()]);
  for (int i = 0; i < drawn; ++i) {
    const Bits x = Bits(random()), y = Bits(random()), z = Bits(random());
    const Bits beside = Bits((x ^ (y & 0x8000)) + y % 4096);
    if (i % 3 == 0) add(x, y, z);
    if (i % 3 == 1) add(x, beside, round_real(-value_of(x) * value_of(beside)));
    if (i % 3 == 2) {
      const double distance = value_of(Bits((z & 0x7fff) + 1)) - value_of(z & 0x7fff);
      add(x, round_real(distance / 2 / value_of(x)), z);
    }
  }
}

template <typename Operation, typename Out>
__global__ void on_each(const Bits* in, Out* out, int count) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) out[i] = Operation::of(__ushort_as_half(in[i]));
}

template <typename Operation, typename Out>
__global__ void on_rows(const Bits* a, const Bits* b, const Bits* c, Out* out, int count) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count)
    out[i] = Operation::of(__ushort_as_half(a[i]), __ushort_as_half(b[i]), __ushort_as_half(c[i]));
}

constexpr int kThreads = 256;

inline unsigned blocks_for(std::size_t count) {
  return unsigned((count + kThreads - 1) / kThreads);
}

template <typename Operation, typename Out = unsigned>
std::vector<Out> of_each(const std::vector<Bits>& halves) {
  kit::DeviceBuffer<Bits> in(halves.data(), halves.size());
  kit::DeviceBuffer<Out> out(halves.size());
  on_each<Operation>
      <<<blocks_for(halves.size()), kThreads>>>(in.data(), out.data(), int(halves.size()));
  KIT_CHECK(cudaGetLastError());
  std::vector<Out> results(halves.size());
  out.download(results.data());
  return results;
}

template <typename Operation>
std::vector<unsigned> of_rows(const std::vector<Bits>& a, const std::vector<Bits>& b,
                              const std::vector<Bits>& c) {
  kit::DeviceBuffer<Bits> first(a.data(), a.size()), second(b.data(), a.size()),
      third(c.data(), a.size());
  kit::DeviceBuffer<unsigned> out(a.size());
  on_rows<Operation><<<blocks_for(a.size()), kThreads>>>(first.data(), second.data(), third.data(),
                                                         out.data(), int(a.size()));
  KIT_CHECK(cudaGetLastError());
  std::vector<unsigned> results(a.size());
  out.download(results.data());
  return results;
}

/// What a kernel returns of one operation: the bits of the result, and whether the form for pairs
/// agrees with it in both of its halves. Of two NaNs it does.
constexpr unsigned kPairDiffers = 1u << 16;
__host__ __device__ inline bool agree(__half a, __half b) {
  return __half_as_ushort(a) == __half_as_ushort(b) || (__hisnan(a) && __hisnan(b));
}
__host__ __device__ inline unsigned with_pair(__half alone, __half other_alone, __half2 pair) {
  const bool agrees = agree(alone, __low2half(pair)) && agree(other_alone, __high2half(pair));
  return __half_as_ushort(alone) | (agrees ? 0 : kPairDiffers);
}
