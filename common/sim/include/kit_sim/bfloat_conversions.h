/// @file
/// Conversions of bfloat16 numbers by name, and what takes pairs apart and puts them together.
#pragma once

#include "bfloat_types.h"

KIT_SIM_HOST_DEVICE

__forceinline__ float __bfloat162float(const __nv_bfloat16 a) {
  return kit::sim::bfloat_to_float(kit::sim::bits_of(a));
}
__forceinline__ __nv_bfloat16 __float2bfloat16(const float a) {
  return __nv_bfloat16(a);
}
__forceinline__ __nv_bfloat16 __double2bfloat16(const double a) {
  return __nv_bfloat16(a);
}

#define KIT_SIM_ROUNDED_FROM(name, Number, convert) \
  KIT_SIM_ROUNDED_ONE(name, Number, convert, rn)    \
  KIT_SIM_ROUNDED_ONE(name, Number, convert, rz)    \
  KIT_SIM_ROUNDED_ONE(name, Number, convert, rd)    \
  KIT_SIM_ROUNDED_ONE(name, Number, convert, ru)
#define KIT_SIM_ROUNDED_ONE(name, Number, convert, mode)                            \
  __forceinline__ __nv_bfloat16 name##_##mode(const Number a) {                     \
    return kit::sim::bfloat_of(kit::sim::convert<kit::sim::HalfRounding::mode>(a)); \
  }
KIT_SIM_ROUNDED_FROM(__float2bfloat16, float, to_bfloat)
KIT_SIM_ROUNDED_FROM(__short2bfloat16, short, integer_to_bfloat)
KIT_SIM_ROUNDED_FROM(__ushort2bfloat16, unsigned short, integer_to_bfloat)
KIT_SIM_ROUNDED_FROM(__int2bfloat16, int, integer_to_bfloat)
KIT_SIM_ROUNDED_FROM(__uint2bfloat16, unsigned int, integer_to_bfloat)
KIT_SIM_ROUNDED_FROM(__ll2bfloat16, long long, integer_to_bfloat)
KIT_SIM_ROUNDED_FROM(__ull2bfloat16, unsigned long long, integer_to_bfloat)
#undef KIT_SIM_ROUNDED_ONE
#undef KIT_SIM_ROUNDED_FROM

#define KIT_SIM_TO_INTEGERS(name, Int) \
  KIT_SIM_TO_INTEGER(name, Int, rn)    \
  KIT_SIM_TO_INTEGER(name, Int, rz)    \
  KIT_SIM_TO_INTEGER(name, Int, rd)    \
  KIT_SIM_TO_INTEGER(name, Int, ru)
#define KIT_SIM_TO_INTEGER(name, Int, mode)                                                      \
  __forceinline__ Int name##_##mode(const __nv_bfloat16 h) {                                     \
    return kit::sim::bfloat_to_integer<Int, kit::sim::HalfRounding::mode>(kit::sim::bits_of(h)); \
  }
KIT_SIM_TO_INTEGER(__bfloat162char, signed char, rz)
KIT_SIM_TO_INTEGER(__bfloat162uchar, unsigned char, rz)
KIT_SIM_TO_INTEGERS(__bfloat162short, short)
KIT_SIM_TO_INTEGERS(__bfloat162ushort, unsigned short)
KIT_SIM_TO_INTEGERS(__bfloat162int, int)
KIT_SIM_TO_INTEGERS(__bfloat162uint, unsigned int)
KIT_SIM_TO_INTEGERS(__bfloat162ll, long long)
KIT_SIM_TO_INTEGERS(__bfloat162ull, unsigned long long)
#undef KIT_SIM_TO_INTEGER
#undef KIT_SIM_TO_INTEGERS

__forceinline__ short __bfloat16_as_short(const __nv_bfloat16 h) {
  return short(kit::sim::bits_of(h));
}
__forceinline__ unsigned short __bfloat16_as_ushort(const __nv_bfloat16 h) {
  return kit::sim::bits_of(h);
}
__forceinline__ __nv_bfloat16 __short_as_bfloat16(const short i) {
  return kit::sim::bfloat_of(kit::sim::BfloatBits(i));
}
__forceinline__ __nv_bfloat16 __ushort_as_bfloat16(const unsigned short i) {
  return kit::sim::bfloat_of(i);
}

__forceinline__ __nv_bfloat162 make_bfloat162(const __nv_bfloat16 x, const __nv_bfloat16 y) {
  return __nv_bfloat162(x, y);
}
__forceinline__ __nv_bfloat162 __halves2bfloat162(const __nv_bfloat16 a, const __nv_bfloat16 b) {
  return __nv_bfloat162(a, b);
}
__forceinline__ __nv_bfloat162 __bfloat162bfloat162(const __nv_bfloat16 a) {
  return __nv_bfloat162(a, a);
}
__forceinline__ __nv_bfloat162 __float2bfloat162_rn(const float a) {
  return __bfloat162bfloat162(__nv_bfloat16(a));
}
__forceinline__ __nv_bfloat162 __floats2bfloat162_rn(const float a, const float b) {
  return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b));
}
__forceinline__ __nv_bfloat162 __float22bfloat162_rn(const float2 a) {
  return __floats2bfloat162_rn(a.x, a.y);
}
__forceinline__ float __low2float(const __nv_bfloat162 a) {
  return __bfloat162float(a.x);
}
__forceinline__ float __high2float(const __nv_bfloat162 a) {
  return __bfloat162float(a.y);
}
__forceinline__ float2 __bfloat1622float2(const __nv_bfloat162 a) {
  return {__low2float(a), __high2float(a)};
}
__forceinline__ __nv_bfloat16 __low2bfloat16(const __nv_bfloat162 a) {
  return a.x;
}
__forceinline__ __nv_bfloat16 __high2bfloat16(const __nv_bfloat162 a) {
  return a.y;
}
__forceinline__ __nv_bfloat162 __low2bfloat162(const __nv_bfloat162 a) {
  return __nv_bfloat162(a.x, a.x);
}
__forceinline__ __nv_bfloat162 __high2bfloat162(const __nv_bfloat162 a) {
  return __nv_bfloat162(a.y, a.y);
}
__forceinline__ __nv_bfloat162 __lowhigh2highlow(const __nv_bfloat162 a) {
  return __nv_bfloat162(a.y, a.x);
}
__forceinline__ __nv_bfloat162 __lows2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b) {
  return __nv_bfloat162(a.x, b.x);
}
__forceinline__ __nv_bfloat162 __highs2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b) {
  return __nv_bfloat162(a.y, b.y);
}

KIT_SIM_END_HOST_DEVICE
