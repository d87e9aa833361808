/// @file
/// Arithmetic, comparisons, operators and functions of bfloat16 numbers and pairs. Results are
/// rounded once, to the nearest, ties to even; denormal numbers are kept, and each NaN that is
/// computed is the same one.
#pragma once

#include <math.h>

#include "bfloat_conversions.h"

KIT_SIM_HOST_DEVICE

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)

namespace kit::sim {

/// The product of two numbers of 8 bits is exact in a double, and so is the sum with a third one,
/// but for one whose last place is far from the product's. Such a rest matters only where it
/// decides which way a tie goes: the sum is the product then, and is moved by its last place.
__forceinline__ BfloatBits bfloat_fma(float a, float b, float c) {
  const double product = double(a) * double(b), sum = product + double(c);
  const bool absorbed = (sum == product) & (c != 0) & (product != 0);
  Wide bits = __builtin_bit_cast(Wide, sum);
  const bool away = (bits >> 63) == (__builtin_bit_cast(unsigned, c) >> 31);
  const bool finite = (bits & 0x7ff0000000000000u) != 0x7ff0000000000000u;
  bits += choose<Wide>(mask_of<Wide>(away), 1, ~Wide(0)) & mask_of<Wide>(absorbed & finite);
  return to_bfloat<HalfRounding::rn>(__builtin_bit_cast(double, bits));
}

/// The smaller or the larger number of two; of a number and a NaN the number. With `nan` the NaN.
__forceinline__ int bfloat_order(BfloatBits bits) {
  const int number = short(bits);
  return number ^ ((number >> 15) & int(kBfloatMagnitude));
}
__forceinline__ bool is_bfloat_nan(BfloatBits bits) {
  return (bits & kBfloatMagnitude) > kBfloatInfinity;
}
__forceinline__ BfloatBits bfloat_extreme(BfloatBits a, BfloatBits b, bool largest, bool nan) {
  const bool a_nan = is_bfloat_nan(a), b_nan = is_bfloat_nan(b);
  const bool take_b = a_nan | (!b_nan & ((bfloat_order(b) > bfloat_order(a)) == largest));
  const unsigned number = choose(mask_of<unsigned>(take_b), unsigned(b), unsigned(a));
  const bool none = (a_nan & b_nan) | (nan & (a_nan | b_nan));
  return BfloatBits(choose(mask_of<unsigned>(none), kBfloatNan, number));
}
/// The number put into the range from 0 to 1, or from 0 on; a NaN becomes 0, or stays one.
__forceinline__ BfloatBits bfloat_saturated(BfloatBits bits) {
  const unsigned inside = smaller<unsigned>(bits, 0x3f80);
  return BfloatBits(inside & ~mask_of<unsigned>(bits > kBfloatInfinity));
}
__forceinline__ BfloatBits bfloat_no_negative(BfloatBits bits) {
  return bfloat_extreme(bits, 0, true, true);
}

}  // namespace kit::sim

// A float has more than 2 * 8 + 2 bits, so sums, products, quotients and roots that are rounded to
// a float first come out as if they were rounded once (half_arithmetic.h), denormal floats aside,
// which bfloat16 has exactly as far as it goes: a double has room for those.
#define KIT_SIM_BINARY(name, name2, ...)                                                    \
  __forceinline__ __nv_bfloat16 name(const __nv_bfloat16 left, const __nv_bfloat16 right) { \
    const float a = __bfloat162float(left), b = __bfloat162float(right);                    \
    const auto rounded = kit::sim::to_bfloat<kit::sim::HalfRounding::rn>(__VA_ARGS__);      \
    return kit::sim::bfloat_of(KIT_SIM_FINISH(rounded));                                    \
  }                                                                                         \
  __forceinline__ __nv_bfloat162 name2(const __nv_bfloat162 a, const __nv_bfloat162 b) {    \
    return __nv_bfloat162(name(a.x, b.x), name(a.y, b.y));                                  \
  }
#define KIT_SIM_FINISH(bits) bits
KIT_SIM_BINARY(__hadd, __hadd2, a + b)
KIT_SIM_BINARY(__hsub, __hsub2, a - b)
KIT_SIM_BINARY(__hmul, __hmul2, double(a) * double(b))
KIT_SIM_BINARY(__hdiv, __h2div, double(a) / double(b))
KIT_SIM_BINARY(__hadd_rn, __hadd2_rn, a + b)
KIT_SIM_BINARY(__hsub_rn, __hsub2_rn, a - b)
KIT_SIM_BINARY(__hmul_rn, __hmul2_rn, double(a) * double(b))
#undef KIT_SIM_FINISH
#define KIT_SIM_FINISH(bits) kit::sim::bfloat_saturated(bits)
KIT_SIM_BINARY(__hadd_sat, __hadd2_sat, a + b)
KIT_SIM_BINARY(__hsub_sat, __hsub2_sat, a - b)
KIT_SIM_BINARY(__hmul_sat, __hmul2_sat, double(a) * double(b))
#undef KIT_SIM_FINISH
#undef KIT_SIM_BINARY

#define KIT_SIM_EXTREME(name, name2, largest, nan)                                       \
  __forceinline__ __nv_bfloat16 name(const __nv_bfloat16 a, const __nv_bfloat16 b) {     \
    using namespace kit::sim;                                                            \
    return bfloat_of(bfloat_extreme(bits_of(a), bits_of(b), largest, nan));              \
  }                                                                                      \
  __forceinline__ __nv_bfloat162 name2(const __nv_bfloat162 a, const __nv_bfloat162 b) { \
    return __nv_bfloat162(name(a.x, b.x), name(a.y, b.y));                               \
  }
KIT_SIM_EXTREME(__hmin, __hmin2, false, false)
KIT_SIM_EXTREME(__hmax, __hmax2, true, false)
KIT_SIM_EXTREME(__hmin_nan, __hmin2_nan, false, true)
KIT_SIM_EXTREME(__hmax_nan, __hmax2_nan, true, true)
#undef KIT_SIM_EXTREME

#define KIT_SIM_SIGN(name, name2, change)                                                     \
  __forceinline__ __nv_bfloat16 name(const __nv_bfloat16 a) {                                 \
    const unsigned bits = kit::sim::bits_of(a);                                               \
    const unsigned nan = kit::sim::mask_of<unsigned>(kit::sim::is_bfloat_nan(bits));          \
    return __ushort_as_bfloat16((unsigned short)kit::sim::choose(nan, 0x7fffu, bits change)); \
  }                                                                                           \
  __forceinline__ __nv_bfloat162 name2(const __nv_bfloat162 a) {                              \
    return __nv_bfloat162(name(a.x), name(a.y));                                              \
  }
KIT_SIM_SIGN(__habs, __habs2, &0x7fffu)
KIT_SIM_SIGN(__hneg, __hneg2, ^0x8000u)
#undef KIT_SIM_SIGN

// Of each comparison the forms are those of halves (half_arithmetic.h).
#define KIT_SIM_COMPARE(name, name_with_nan, symbol) \
  KIT_SIM_COMPARE_ONE(name, a symbol b)              \
  KIT_SIM_COMPARE_ONE(name_with_nan, (__builtin_isunordered(a, b) != 0) | (a symbol b))
#define KIT_SIM_COMPARE_ONE(name, ...)                                                             \
  __forceinline__ bool __h##name(const __nv_bfloat16 left, const __nv_bfloat16 right) {            \
    const float a = __bfloat162float(left), b = __bfloat162float(right);                           \
    return __VA_ARGS__;                                                                            \
  }                                                                                                \
  __forceinline__ unsigned int __h##name##2_mask(const __nv_bfloat162 a, const __nv_bfloat162 b) { \
    return (kit::sim::mask_of<unsigned>(__h##name(a.x, b.x)) & 0xffffu) |                          \
           (kit::sim::mask_of<unsigned>(__h##name(a.y, b.y)) << 16);                               \
  }                                                                                                \
  __forceinline__ __nv_bfloat162 __h##name##2(const __nv_bfloat162 a, const __nv_bfloat162 b) {    \
    const unsigned ones = __h##name##2_mask(a, b) & 0x3f803f80u;                                   \
    return __nv_bfloat162(__builtin_bit_cast(__nv_bfloat162_raw, ones));                           \
  }                                                                                                \
  __forceinline__ bool __hb##name##2(const __nv_bfloat162 a, const __nv_bfloat162 b) {             \
    return __h##name(a.x, b.x) & __h##name(a.y, b.y);                                              \
  }
KIT_SIM_COMPARE(eq, equ, ==)
KIT_SIM_COMPARE_ONE(ne, (__builtin_isunordered(a, b) == 0) & (a != b))
KIT_SIM_COMPARE_ONE(neu, a != b)
KIT_SIM_COMPARE(lt, ltu, <)
KIT_SIM_COMPARE(le, leu, <=)
KIT_SIM_COMPARE(gt, gtu, >)
KIT_SIM_COMPARE(ge, geu, >=)
#undef KIT_SIM_COMPARE_ONE
#undef KIT_SIM_COMPARE

__forceinline__ bool __hisnan(const __nv_bfloat16 a) {
  return kit::sim::is_bfloat_nan(kit::sim::bits_of(a));
}
__forceinline__ int __hisinf(const __nv_bfloat16 a) {
  const unsigned bits = kit::sim::bits_of(a);
  return int(bits == 0x7f80u) - int(bits == 0xff80u);
}

#define KIT_SIM_OPERATOR(Type, symbol, name)                         \
  __forceinline__ Type operator symbol(const Type a, const Type b) { \
    return name(a, b);                                               \
  }                                                                  \
  __forceinline__ Type& operator symbol##=(Type& a, const Type b) {  \
    return a = name(a, b);                                           \
  }
#define KIT_SIM_OPERATORS(Type, add, sub, mul, div, neg) \
  KIT_SIM_OPERATOR(Type, +, add)                         \
  KIT_SIM_OPERATOR(Type, -, sub)                         \
  KIT_SIM_OPERATOR(Type, *, mul)                         \
  KIT_SIM_OPERATOR(Type, /, div)                         \
  __forceinline__ Type operator+(const Type a) {         \
    return a;                                            \
  }                                                      \
  __forceinline__ Type operator-(const Type a) {         \
    return neg(a);                                       \
  }
KIT_SIM_OPERATORS(__nv_bfloat16, __hadd, __hsub, __hmul, __hdiv, __hneg)
KIT_SIM_OPERATORS(__nv_bfloat162, __hadd2, __hsub2, __hmul2, __h2div, __hneg2)
#undef KIT_SIM_OPERATORS
#undef KIT_SIM_OPERATOR

__forceinline__ __nv_bfloat16& operator++(__nv_bfloat16& a) {
  return a = __hadd(a, CUDART_ONE_BF16);
}
__forceinline__ __nv_bfloat16& operator--(__nv_bfloat16& a) {
  return a = __hsub(a, CUDART_ONE_BF16);
}

#define KIT_SIM_COMPARISON(symbol, name, name2)                                          \
  __forceinline__ bool operator symbol(const __nv_bfloat16 a, const __nv_bfloat16 b) {   \
    return name(a, b);                                                                   \
  }                                                                                      \
  __forceinline__ bool operator symbol(const __nv_bfloat162 a, const __nv_bfloat162 b) { \
    return name2(a, b);                                                                  \
  }
KIT_SIM_COMPARISON(==, __heq, __hbeq2)
KIT_SIM_COMPARISON(!=, __hneu, __hbneu2)
KIT_SIM_COMPARISON(<, __hlt, __hblt2)
KIT_SIM_COMPARISON(<=, __hle, __hble2)
KIT_SIM_COMPARISON(>, __hgt, __hbgt2)
KIT_SIM_COMPARISON(>=, __hge, __hbge2)
#undef KIT_SIM_COMPARISON

#define KIT_SIM_FUSED(name, name2, finish)                                                     \
  __forceinline__ __nv_bfloat16 name(const __nv_bfloat16 a, const __nv_bfloat16 b,             \
                                     const __nv_bfloat16 c) {                                  \
    return kit::sim::bfloat_of(finish(                                                         \
        kit::sim::bfloat_fma(__bfloat162float(a), __bfloat162float(b), __bfloat162float(c)))); \
  }                                                                                            \
  __forceinline__ __nv_bfloat162 name2(const __nv_bfloat162 a, const __nv_bfloat162 b,         \
                                       const __nv_bfloat162 c) {                               \
    return __nv_bfloat162(name(a.x, b.x, c.x), name(a.y, b.y, c.y));                           \
  }
KIT_SIM_FUSED(__hfma, __hfma2, )
KIT_SIM_FUSED(__hfma_sat, __hfma2_sat, kit::sim::bfloat_saturated)
KIT_SIM_FUSED(__hfma_relu, __hfma2_relu, kit::sim::bfloat_no_negative)
#undef KIT_SIM_FUSED

KIT_SIM_END_HOST_DEVICE
KIT_SIM_DEVICE

// Each function is that of double, rounded once. A card's exponentials, logarithms, sines and
// cosines are approximations of them.
#define KIT_SIM_FUNCTION(name, name2, expression)                \
  __forceinline__ __nv_bfloat16 name(const __nv_bfloat16 a) {    \
    const double x = double(__bfloat162float(a));                \
    return __double2bfloat16(expression);                        \
  }                                                              \
  __forceinline__ __nv_bfloat162 name2(const __nv_bfloat162 a) { \
    return __nv_bfloat162(name(a.x), name(a.y));                 \
  }
KIT_SIM_FUNCTION(hsqrt, h2sqrt, sqrt(x))
KIT_SIM_FUNCTION(hrsqrt, h2rsqrt, 1.0 / sqrt(x))
KIT_SIM_FUNCTION(hrcp, h2rcp, 1.0 / x)
KIT_SIM_FUNCTION(hexp, h2exp, exp(x))
KIT_SIM_FUNCTION(hexp2, h2exp2, exp2(x))
KIT_SIM_FUNCTION(hexp10, h2exp10, pow(10.0, x))
KIT_SIM_FUNCTION(hlog, h2log, log(x))
KIT_SIM_FUNCTION(hlog2, h2log2, log2(x))
KIT_SIM_FUNCTION(hlog10, h2log10, log10(x))
KIT_SIM_FUNCTION(hsin, h2sin, sin(x))
KIT_SIM_FUNCTION(hcos, h2cos, cos(x))
KIT_SIM_FUNCTION(htanh, h2tanh, tanh(x))
KIT_SIM_FUNCTION(htrunc, h2trunc, trunc(x))
KIT_SIM_FUNCTION(hfloor, h2floor, floor(x))
KIT_SIM_FUNCTION(hceil, h2ceil, ceil(x))
KIT_SIM_FUNCTION(hrint, h2rint, rint(x))
#undef KIT_SIM_FUNCTION

KIT_SIM_END
