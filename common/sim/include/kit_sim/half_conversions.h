/// @file
/// Conversions of half precision numbers by name, and what takes pairs apart and puts them
/// together.
#pragma once

#include "half_types.h"

KIT_SIM_HOST_DEVICE

__forceinline__ float __half2float(const __half a) {
  return kit::sim::half_to_float(kit::sim::bits_of(a));
}
__forceinline__ __half __float2half(const float a) {
  return __half(a);
}
__forceinline__ __half __double2half(const double a) {
  return __half(a);
}

#define KIT_SIM_ROUNDED_FROM(name, Number, convert) \
  KIT_SIM_ROUNDED_ONE(name, Number, convert, rn)    \
  KIT_SIM_ROUNDED_ONE(name, Number, convert, rz)    \
  KIT_SIM_ROUNDED_ONE(name, Number, convert, rd)    \
  KIT_SIM_ROUNDED_ONE(name, Number, convert, ru)
#define KIT_SIM_ROUNDED_ONE(name, Number, convert, mode)                          \
  __forceinline__ __half name##_##mode(const Number a) {                          \
    return kit::sim::half_of(kit::sim::convert<kit::sim::HalfRounding::mode>(a)); \
  }
KIT_SIM_ROUNDED_FROM(__float2half, float, to_half)
KIT_SIM_ROUNDED_FROM(__short2half, short, integer_to_half)
KIT_SIM_ROUNDED_FROM(__ushort2half, unsigned short, integer_to_half)
KIT_SIM_ROUNDED_FROM(__int2half, int, integer_to_half)
KIT_SIM_ROUNDED_FROM(__uint2half, unsigned int, integer_to_half)
KIT_SIM_ROUNDED_FROM(__ll2half, long long, integer_to_half)
KIT_SIM_ROUNDED_FROM(__ull2half, unsigned long long, integer_to_half)
#undef KIT_SIM_ROUNDED_ONE
#undef KIT_SIM_ROUNDED_FROM

#define KIT_SIM_TO_INTEGER(name, Int, mode)                                                    \
  __forceinline__ Int name##_##mode(const __half h) {                                          \
    return kit::sim::half_to_integer<Int, kit::sim::HalfRounding::mode>(kit::sim::bits_of(h)); \
  }
KIT_SIM_TO_INTEGER(__half2char, signed char, rz)
KIT_SIM_TO_INTEGER(__half2uchar, unsigned char, rz)
KIT_SIM_TO_INTEGER(__half2short, short, rz)
KIT_SIM_TO_INTEGER(__half2ushort, unsigned short, rz)
KIT_SIM_TO_INTEGER(__half2int, int, rz)
KIT_SIM_TO_INTEGER(__half2uint, unsigned int, rz)
KIT_SIM_TO_INTEGER(__half2ll, long long, rz)
KIT_SIM_TO_INTEGER(__half2ull, unsigned long long, rz)

__forceinline__ short __half_as_short(const __half h) {
  return short(kit::sim::bits_of(h));
}
__forceinline__ unsigned short __half_as_ushort(const __half h) {
  return kit::sim::bits_of(h);
}
__forceinline__ __half __short_as_half(const short i) {
  return kit::sim::half_of(kit::sim::HalfBits(i));
}
__forceinline__ __half __ushort_as_half(const unsigned short i) {
  return kit::sim::half_of(i);
}

__forceinline__ __half2 make_half2(const __half x, const __half y) {
  return __half2(x, y);
}
__forceinline__ __half2 __halves2half2(const __half a, const __half b) {
  return __half2(a, b);
}
__forceinline__ __half2 __half2half2(const __half a) {
  return __half2(a, a);
}
__forceinline__ __half2 __float2half2_rn(const float a) {
  return __half2half2(__half(a));
}
__forceinline__ __half2 __floats2half2_rn(const float a, const float b) {
  return __half2(__half(a), __half(b));
}
__forceinline__ __half2 __float22half2_rn(const float2 a) {
  return __floats2half2_rn(a.x, a.y);
}
__forceinline__ float __low2float(const __half2 a) {
  return __half2float(a.x);
}
__forceinline__ float __high2float(const __half2 a) {
  return __half2float(a.y);
}
__forceinline__ float2 __half22float2(const __half2 a) {
  return {__low2float(a), __high2float(a)};
}
__forceinline__ __half __low2half(const __half2 a) {
  return a.x;
}
__forceinline__ __half __high2half(const __half2 a) {
  return a.y;
}
__forceinline__ __half2 __low2half2(const __half2 a) {
  return __half2(a.x, a.x);
}
__forceinline__ __half2 __high2half2(const __half2 a) {
  return __half2(a.y, a.y);
}
__forceinline__ __half2 __lowhigh2highlow(const __half2 a) {
  return __half2(a.y, a.x);
}
__forceinline__ __half2 __lows2half2(const __half2 a, const __half2 b) {
  return __half2(a.x, b.x);
}
__forceinline__ __half2 __highs2half2(const __half2 a, const __half2 b) {
  return __half2(a.y, b.y);
}

KIT_SIM_END_HOST_DEVICE
KIT_SIM_DEVICE

#define KIT_SIM_TO_INTEGERS(mode)                         \
  KIT_SIM_TO_INTEGER(__half2short, short, mode)           \
  KIT_SIM_TO_INTEGER(__half2ushort, unsigned short, mode) \
  KIT_SIM_TO_INTEGER(__half2int, int, mode)               \
  KIT_SIM_TO_INTEGER(__half2uint, unsigned int, mode)     \
  KIT_SIM_TO_INTEGER(__half2ll, long long, mode)          \
  KIT_SIM_TO_INTEGER(__half2ull, unsigned long long, mode)
KIT_SIM_TO_INTEGERS(rn)
KIT_SIM_TO_INTEGERS(rd)
KIT_SIM_TO_INTEGERS(ru)
#undef KIT_SIM_TO_INTEGERS
#undef KIT_SIM_TO_INTEGER

KIT_SIM_END
