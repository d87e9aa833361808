/// @file
/// Arithmetic, comparisons and operators of half precision numbers and pairs. Results are rounded
/// once, to the nearest half, ties to even; denormal numbers are kept, and each NaN that is
/// computed is the same one.
#pragma once

#include "half_conversions.h"

KIT_SIM_HOST_DEVICE

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)

namespace kit::sim {

__forceinline__ bool is_nan(HalfBits half) {
  return (half & kHalfMagnitude) > kHalfInfinity;
}
__forceinline__ bool is_unordered(HalfBits a, HalfBits b) {
  return is_nan(a) | is_nan(b);
}

/// Numbers in the order of the halves, where both zeros are one number.
__forceinline__ int order_of(HalfBits half) {
  const int magnitude = int(half & kHalfMagnitude), negative = -int(half >> 15);
  return (magnitude ^ negative) - negative;
}

/// Numbers in the order of the halves, with -0 before +0; and back. A NaN is `nan`.
__forceinline__ int strict_order_of(HalfBits half, int nan) {
  const int number = short(half);
  const unsigned order = unsigned(number ^ ((number >> 15) & int(kHalfMagnitude)));
  return int(choose(mask_of<unsigned>(is_nan(half)), unsigned(nan), order));
}
__forceinline__ HalfBits of_strict_order(int order) {
  return HalfBits(order ^ ((order >> 15) & int(kHalfMagnitude)));
}

/// The smaller or the larger number of two; of a number and a NaN the number. With `nan` the NaN.
__forceinline__ HalfBits half_min(HalfBits a, HalfBits b, bool nan) {
  constexpr int kLast = 1 << 16;
  const int order = smaller(strict_order_of(a, kLast), strict_order_of(b, kLast));
  const bool none = (order == kLast) | (nan & is_unordered(a, b));
  return HalfBits(choose<unsigned>(mask_of<unsigned>(none), kHalfNan, of_strict_order(order)));
}
__forceinline__ HalfBits half_max(HalfBits a, HalfBits b, bool nan) {
  constexpr int kFirst = -(1 << 16);
  const int order = larger(strict_order_of(a, kFirst), strict_order_of(b, kFirst));
  const bool none = (order == kFirst) | (nan & is_unordered(a, b));
  return HalfBits(choose<unsigned>(mask_of<unsigned>(none), kHalfNan, of_strict_order(order)));
}

/// The number put into the range from 0 to 1; 0 for a NaN.
__forceinline__ HalfBits saturate(HalfBits half) {
  const unsigned inside = smaller<unsigned>(half, 0x3c00);
  return HalfBits(inside & ~mask_of<unsigned>(half > kHalfInfinity));  // NaN, or negative
}

// A float has 24 bits, and half 11. A sum, a difference or a square root that is rounded to at
// least 2 * 11 + 2 bits first, and then to 11, is what it would be if it were rounded once
// (Figueroa, When is double rounding innocuous?, 1995). Sums below half's normal numbers are exact.
// So are products in a float.
__forceinline__ HalfBits half_add(HalfBits a, HalfBits b) {
  return to_half<HalfRounding::rn>(half_to_float(a) + half_to_float(b));
}
__forceinline__ HalfBits half_sub(HalfBits a, HalfBits b) {
  return to_half<HalfRounding::rn>(half_to_float(a) - half_to_float(b));
}
__forceinline__ HalfBits half_mul(HalfBits a, HalfBits b) {
  return to_half<HalfRounding::rn>(half_to_float(a) * half_to_float(b));
}
// The middle between two halves has at most 12 bits. A quotient of halves that is not this number
// itself differs from it by one part in 2^23 or more, which rounding to a double cannot change. It
// is computed in double, whose division counts as one operation: a card multiplies by a reciprocal.
__forceinline__ HalfBits half_div(HalfBits a, HalfBits b) {
  return to_half<HalfRounding::rn>(double(half_to_float(a)) / double(half_to_float(b)));
}
// The product p of two halves has 22 bits, its last place is 2^-48 or more: a double has it
// exactly. The sum p + c is exact too, unless it needs more than 53 bits, and there is no overflow:
// - Where the last place of p is 2^-24 or more, that of c is so anyway, and the sum has 41 bits.
// - Else let it be 2^-k. A sum that needs more than 53 bits is at least 2^(53-k) then, p less than
//   2^(22-k), so p is less than 2^-30 c. The middle between c and the next half is at least 2^-12 c
//   away, so the sum becomes c, however it is rounded before.
__forceinline__ HalfBits half_fma(HalfBits a, HalfBits b, HalfBits c) {
  const double product = double(half_to_float(a)) * double(half_to_float(b));
  return to_half<HalfRounding::rn>(product + double(half_to_float(c)));
}

__forceinline__ HalfBits half_abs(HalfBits a) {
  return HalfBits((a & kHalfMagnitude) | (kHalfNan & mask_of<unsigned>(is_nan(a))));
}
__forceinline__ HalfBits half_neg(HalfBits a) {
  return HalfBits(choose<unsigned>(mask_of<unsigned>(is_nan(a)), kHalfNan, a ^ 0x8000u));
}

}  // namespace kit::sim

#define KIT_SIM_UNARY(name, name2, operation)                            \
  __forceinline__ __half name(const __half a) {                          \
    return kit::sim::half_of(kit::sim::operation(kit::sim::bits_of(a))); \
  }                                                                      \
  __forceinline__ __half2 name2(const __half2 a) {                       \
    return __half2(name(a.x), name(a.y));                                \
  }
#define KIT_SIM_BINARY(name, name2, ...)                                                \
  __forceinline__ __half name(const __half left, const __half right) {                  \
    const kit::sim::HalfBits a = kit::sim::bits_of(left), b = kit::sim::bits_of(right); \
    return kit::sim::half_of(__VA_ARGS__);                                              \
  }                                                                                     \
  __forceinline__ __half2 name2(const __half2 a, const __half2 b) {                     \
    return __half2(name(a.x, b.x), name(a.y, b.y));                                     \
  }
KIT_SIM_UNARY(__habs, __habs2, half_abs)
KIT_SIM_UNARY(__hneg, __hneg2, half_neg)
KIT_SIM_BINARY(__hadd, __hadd2, kit::sim::half_add(a, b))
KIT_SIM_BINARY(__hsub, __hsub2, kit::sim::half_sub(a, b))
KIT_SIM_BINARY(__hmul, __hmul2, kit::sim::half_mul(a, b))
KIT_SIM_BINARY(__hdiv, __h2div, kit::sim::half_div(a, b))
KIT_SIM_BINARY(__hadd_rn, __hadd2_rn, kit::sim::half_add(a, b))
KIT_SIM_BINARY(__hsub_rn, __hsub2_rn, kit::sim::half_sub(a, b))
KIT_SIM_BINARY(__hmul_rn, __hmul2_rn, kit::sim::half_mul(a, b))
KIT_SIM_BINARY(__hadd_sat, __hadd2_sat, kit::sim::saturate(kit::sim::half_add(a, b)))
KIT_SIM_BINARY(__hsub_sat, __hsub2_sat, kit::sim::saturate(kit::sim::half_sub(a, b)))
KIT_SIM_BINARY(__hmul_sat, __hmul2_sat, kit::sim::saturate(kit::sim::half_mul(a, b)))
KIT_SIM_BINARY(__hmin, __hmin2, kit::sim::half_min(a, b, false))
KIT_SIM_BINARY(__hmax, __hmax2, kit::sim::half_max(a, b, false))
KIT_SIM_BINARY(__hmin_nan, __hmin2_nan, kit::sim::half_min(a, b, true))
KIT_SIM_BINARY(__hmax_nan, __hmax2_nan, kit::sim::half_max(a, b, true))
#undef KIT_SIM_BINARY

// Of each comparison there are five forms: of halves; of pairs, as 1 or 0, as all bits or none, and
// true if both hold. The second name is that of the comparison which a NaN makes true, not false.
#define KIT_SIM_COMPARE(name, name_with_nan, operation)                \
  KIT_SIM_COMPARE_ONE(name, !kit::sim::is_unordered(a, b)&, operation) \
  KIT_SIM_COMPARE_ONE(name_with_nan, kit::sim::is_unordered(a, b) |, operation)
#define KIT_SIM_COMPARE_ONE(name, unordered, operation)                                 \
  __forceinline__ bool __h##name(const __half left, const __half right) {               \
    const kit::sim::HalfBits a = kit::sim::bits_of(left), b = kit::sim::bits_of(right); \
    return unordered(kit::sim::order_of(a) operation kit::sim::order_of(b));            \
  }                                                                                     \
  __forceinline__ unsigned int __h##name##2_mask(const __half2 a, const __half2 b) {    \
    return (kit::sim::mask_of<unsigned>(__h##name(a.x, b.x)) & 0xffffu) |               \
           (kit::sim::mask_of<unsigned>(__h##name(a.y, b.y)) << 16);                    \
  }                                                                                     \
  __forceinline__ __half2 __h##name##2(const __half2 a, const __half2 b) {              \
    const unsigned ones = __h##name##2_mask(a, b) & 0x3c003c00u;                        \
    return __half2(__builtin_bit_cast(__half2_raw, ones));                              \
  }                                                                                     \
  __forceinline__ bool __hb##name##2(const __half2 a, const __half2 b) {                \
    return __h##name(a.x, b.x) & __h##name(a.y, b.y);                                   \
  }
KIT_SIM_COMPARE(eq, equ, ==)
KIT_SIM_COMPARE(ne, neu, !=)
KIT_SIM_COMPARE(lt, ltu, <)
KIT_SIM_COMPARE(le, leu, <=)
KIT_SIM_COMPARE(gt, gtu, >)
KIT_SIM_COMPARE(ge, geu, >=)
#undef KIT_SIM_COMPARE_ONE
#undef KIT_SIM_COMPARE

__forceinline__ bool __hisnan(const __half a) {
  return kit::sim::is_nan(kit::sim::bits_of(a));
}
__forceinline__ __half2 __hisnan2(const __half2 a) {
  return __hneu2(a, a);
}
__forceinline__ int __hisinf(const __half a) {
  const unsigned bits = kit::sim::bits_of(a);
  return int(bits == 0x7c00u) - int(bits == 0xfc00u);
}

// By value, where CUDA has references: what is in memory is loaded in the line that names it.
#define KIT_SIM_OPERATORS(Type, one, add, sub, mul, div, neg) \
  KIT_SIM_OPERATOR(Type, +, add)                              \
  KIT_SIM_OPERATOR(Type, -, sub)                              \
  KIT_SIM_OPERATOR(Type, *, mul)                              \
  KIT_SIM_OPERATOR(Type, /, div)                              \
  __forceinline__ Type operator+(const Type a) {              \
    return a;                                                 \
  }                                                           \
  __forceinline__ Type operator-(const Type a) {              \
    return neg(a);                                            \
  }                                                           \
  KIT_SIM_STEP(Type, ++, add, one)                            \
  KIT_SIM_STEP(Type, --, sub, one)
#define KIT_SIM_OPERATOR(Type, symbol, name)                         \
  __forceinline__ Type operator symbol(const Type a, const Type b) { \
    return name(a, b);                                               \
  }                                                                  \
  __forceinline__ Type& operator symbol##=(Type& a, const Type b) {  \
    return a = name(a, b);                                           \
  }
#define KIT_SIM_STEP(Type, symbol, name, one)          \
  __forceinline__ Type& operator symbol(Type& a) {     \
    return a = name(a, one);                           \
  }                                                    \
  __forceinline__ Type operator symbol(Type& a, int) { \
    const Type old = a;                                \
    a = name(old, one);                                \
    return old;                                        \
  }
KIT_SIM_OPERATORS(__half, CUDART_ONE_FP16, __hadd, __hsub, __hmul, __hdiv, __hneg)
KIT_SIM_OPERATORS(__half2, __half2half2(CUDART_ONE_FP16), __hadd2, __hsub2, __hmul2, __h2div,
                  __hneg2)
#undef KIT_SIM_STEP
#undef KIT_SIM_OPERATOR
#undef KIT_SIM_OPERATORS

// A pair compares as true if both of its halves do.
#define KIT_SIM_COMPARISON(symbol, name, name2)                            \
  __forceinline__ bool operator symbol(const __half a, const __half b) {   \
    return name(a, b);                                                     \
  }                                                                        \
  __forceinline__ bool operator symbol(const __half2 a, const __half2 b) { \
    return name2(a, b);                                                    \
  }
KIT_SIM_COMPARISON(==, __heq, __hbeq2)
KIT_SIM_COMPARISON(!=, __hneu, __hbneu2)
KIT_SIM_COMPARISON(<, __hlt, __hblt2)
KIT_SIM_COMPARISON(<=, __hle, __hble2)
KIT_SIM_COMPARISON(>, __hgt, __hbgt2)
KIT_SIM_COMPARISON(>=, __hge, __hbge2)
#undef KIT_SIM_COMPARISON

KIT_SIM_END_HOST_DEVICE
