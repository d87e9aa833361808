/// @file
/// CUDA's bfloat16 types, with CUDA's sizes, alignments and conversions: the upper half of a float.
/// One is loaded and stored by one access of 2 bytes and a pair by one of 4, as halves are
/// (half_types.h).
#pragma once

#include "../vector_types.h"
#include "half_rounding.h"

KIT_SIM_HOST_DEVICE

namespace kit::sim {

using BfloatBits = unsigned short;

inline constexpr unsigned kBfloatMagnitude = 0x7fff, kBfloatInfinity = 0x7f80, kBfloatNan = 0x7fff;

__forceinline__ float bfloat_to_float(BfloatBits bits) {
  return __builtin_bit_cast(float, unsigned(bits) << 16);
}

/// The bfloat16 nearest to a number. A NaN becomes the one that a card makes. In integers, without
/// branches, as half_rounding.h says.
template <HalfRounding mode>
__forceinline__ BfloatBits to_bfloat(float number) {
  const unsigned bits = __builtin_bit_cast(unsigned, number);
  const bool negative = (bits >> 31) != 0;
  const unsigned rounded = round_off<mode>(bits & 0x7fffffffu, 16, negative);
  const unsigned nan = mask_of<unsigned>((bits & 0x7fffffffu) > 0x7f800000u);
  return BfloatBits(choose(nan, kBfloatNan, rounded | (unsigned(negative) << 15)));
}

/// The same of a double. It goes by a float that is rounded to odd: toward zero, and with its last
/// bit set if it is not exact. A float has more than two bits more than bfloat16, so that the
/// second rounding does what one alone would do (Boldo and Melquiond, Emulation of a FMA and
/// correctly rounded sums, 2008).
template <HalfRounding mode>
__forceinline__ BfloatBits to_bfloat(double number) {
  const float nearest = float(number);
  const double back = double(nearest);
  const auto magnitude = [](double x) { return __builtin_bit_cast(Wide, x) & (~Wide(0) >> 1); };
  unsigned bits = __builtin_bit_cast(unsigned, nearest);
  const bool nan = magnitude(number) > 0x7ff0000000000000u;
  bits -= unsigned(!nan & (magnitude(back) > magnitude(number)));
  bits |= unsigned(!nan & (magnitude(back) != magnitude(number)));
  return to_bfloat<mode>(__builtin_bit_cast(float, bits));
}

/// Of integers with more than 53 bits those at the end are put into one bit, exact in a double.
template <HalfRounding mode, typename Int>
__forceinline__ BfloatBits integer_to_bfloat(Int number) {
  if constexpr (sizeof(Int) < 8) {
    return to_bfloat<mode>(double(number));
  } else {
    const Wide negative = mask_of<Wide>(number < 0);
    const Wide magnitude = (Wide(number) ^ negative) - negative;
    const Wide large = mask_of<Wide>(magnitude >> 53 != 0);
    const Wide joined = (magnitude & ~Wide(0xfff)) | (Wide((magnitude & 0xfff) != 0) << 12);
    // Below 2^63 it is a signed number; above, half of it is exact in a double just as well.
    const Wide whole = choose(large, joined, magnitude);
    const double half = double(static_cast<long long>(whole >> 1));
    Wide bits = __builtin_bit_cast(Wide, half) + (Wide(half != 0) << 52);
    bits = choose(mask_of<Wide>(whole >> 53 == 0),
                  __builtin_bit_cast(Wide, double(static_cast<long long>(whole & (~Wide(0) >> 1)))),
                  bits);
    return to_bfloat<mode>(__builtin_bit_cast(double, bits | (negative & (Wide(1) << 63))));
  }
}

/// As a card does it: what does not fit becomes the nearest number of the type, and NaN 0, or 2^63
/// where the type has 64 bits.
template <typename Int, HalfRounding mode>
__forceinline__ Int bfloat_to_integer(BfloatBits bits) {
  const unsigned magnitude = bits & kBfloatMagnitude, exponent = magnitude >> 7;
  const bool negative = (bits >> 15) != 0;
  const Wide significand = (magnitude & 0x7f) | (unsigned(exponent != 0) << 7);
  // The number is significand * 2^(exponent - 134); beyond 2^64 it is too large for every type.
  const unsigned up = smaller(larger(exponent, 134u) - 134u, 57u);
  const unsigned down = smaller(134u - smaller(exponent, 134u), 16u);
  const Wide whole = round_off<mode>(significand << 1, down + 1, negative) << up;
  const bool huge = exponent > 134 + 56;
  constexpr Wide kHigh = kLargestOf<Int>;
  const Wide limit = kHigh + Wide(negative & kSigned<Int>);
  const Wide kept = (huge | (whole > limit)) ? limit : whole;
  const Wide number = negative ? (kSigned<Int> ? Wide(0) - kept : 0) : kept;
  constexpr Wide kNanResult = sizeof(Int) == 8 ? Wide(1) << 63 : 0;
  return Int(choose(mask_of<Wide>(magnitude > kBfloatInfinity), kNanResult, number));
}

}  // namespace kit::sim

struct alignas(2) __nv_bfloat16_raw {
  unsigned short x;
};
struct alignas(4) __nv_bfloat162_raw {
  unsigned short x, y;
};

struct alignas(2) __nv_bfloat16 {
 protected:
  unsigned short __x;

 public:
  __nv_bfloat16() = default;
  constexpr __nv_bfloat16(const __nv_bfloat16_raw& raw) : __x(raw.x) {}
  __forceinline__ __nv_bfloat16& operator=(const __nv_bfloat16_raw& raw) {
    __x = raw.x;
    return *this;
  }
  __forceinline__ operator __nv_bfloat16_raw() const { return {__x}; }
  __forceinline__ operator float() const { return kit::sim::bfloat_to_float(__x); }
  constexpr operator bool() const { return (__x & 0x7fff) != 0; }

#define KIT_SIM_FROM_NUMBER(Number, convert)                          \
  __forceinline__ __nv_bfloat16(const Number number)                  \
      : __x(kit::sim::convert<kit::sim::HalfRounding::rn>(number)) {} \
  __forceinline__ __nv_bfloat16& operator=(const Number number) {     \
    __x = kit::sim::convert<kit::sim::HalfRounding::rn>(number);      \
    return *this;                                                     \
  }
#define KIT_SIM_TO_INTEGER(Int)                                               \
  __forceinline__ operator Int() const {                                      \
    return kit::sim::bfloat_to_integer<Int, kit::sim::HalfRounding::rz>(__x); \
  }
  KIT_SIM_FROM_NUMBER(float, to_bfloat)
  KIT_SIM_FROM_NUMBER(double, to_bfloat)
  KIT_SIM_FROM_NUMBER(short, integer_to_bfloat)
  KIT_SIM_FROM_NUMBER(unsigned short, integer_to_bfloat)
  KIT_SIM_FROM_NUMBER(int, integer_to_bfloat)
  KIT_SIM_FROM_NUMBER(unsigned int, integer_to_bfloat)
  KIT_SIM_FROM_NUMBER(long long, integer_to_bfloat)
  KIT_SIM_FROM_NUMBER(unsigned long long, integer_to_bfloat)
  __forceinline__ __nv_bfloat16(const long number)
      : __nv_bfloat16(static_cast<long long>(number)) {}
  __forceinline__ __nv_bfloat16(const unsigned long number)
      : __nv_bfloat16(static_cast<unsigned long long>(number)) {}
  KIT_SIM_TO_INTEGER(signed char)
  KIT_SIM_TO_INTEGER(unsigned char)
  KIT_SIM_TO_INTEGER(char)
  KIT_SIM_TO_INTEGER(short)
  KIT_SIM_TO_INTEGER(unsigned short)
  KIT_SIM_TO_INTEGER(int)
  KIT_SIM_TO_INTEGER(unsigned int)
  KIT_SIM_TO_INTEGER(long)
  KIT_SIM_TO_INTEGER(unsigned long)
  KIT_SIM_TO_INTEGER(long long)
  KIT_SIM_TO_INTEGER(unsigned long long)
#undef KIT_SIM_TO_INTEGER
#undef KIT_SIM_FROM_NUMBER
};

struct alignas(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;

  __nv_bfloat162() = default;
  constexpr __nv_bfloat162(const __nv_bfloat16& a, const __nv_bfloat16& b) : x(a), y(b) {}
  __forceinline__ __nv_bfloat162(const __nv_bfloat162& other) { word_of(this) = word_of(&other); }
  __forceinline__ __nv_bfloat162& operator=(const __nv_bfloat162& other) {
    word_of(this) = word_of(&other);
    return *this;
  }
  __forceinline__ __nv_bfloat162(const __nv_bfloat162_raw& raw) { word_of(this) = word_of(&raw); }
  __forceinline__ operator __nv_bfloat162_raw() const {
    __nv_bfloat162_raw raw;
    word_of(&raw) = word_of(this);
    return raw;
  }

 private:
  using Word __attribute__((may_alias)) = unsigned int;
  __forceinline__ static Word& word_of(void* pair) { return *static_cast<Word*>(pair); }
  __forceinline__ static const Word& word_of(const void* pair) {
    return *static_cast<const Word*>(pair);
  }
};

using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

namespace kit::sim {
__forceinline__ BfloatBits bits_of(__nv_bfloat16 value) {
  return __builtin_bit_cast(BfloatBits, value);
}
__forceinline__ __nv_bfloat16 bfloat_of(BfloatBits bits) {
  return __builtin_bit_cast(__nv_bfloat16, bits);
}
}  // namespace kit::sim

KIT_SIM_END_HOST_DEVICE
