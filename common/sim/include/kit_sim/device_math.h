/// @file
/// Device functions that the host's math library lacks: intrinsics, min and max, bit operations,
/// conversions, cached loads. The fast intrinsics give the host's exact result, which is inside the
/// error CUDA documents for them.
#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmath>
#include <limits>

#include "qualifiers.h"

KIT_SIM_HOST_DEVICE

#define KIT_SIM_MINMAX(Result, A, B)                                                 \
  constexpr Result min(A a, B b) {                                                   \
    return static_cast<Result>(b) < static_cast<Result>(a) ? static_cast<Result>(b)  \
                                                           : static_cast<Result>(a); \
  }                                                                                  \
  constexpr Result max(A a, B b) {                                                   \
    return static_cast<Result>(a) < static_cast<Result>(b) ? static_cast<Result>(b)  \
                                                           : static_cast<Result>(a); \
  }
KIT_SIM_MINMAX(int, int, int)
KIT_SIM_MINMAX(unsigned int, unsigned int, unsigned int)
KIT_SIM_MINMAX(unsigned int, int, unsigned int)
KIT_SIM_MINMAX(unsigned int, unsigned int, int)
KIT_SIM_MINMAX(long, long, long)
KIT_SIM_MINMAX(unsigned long, unsigned long, unsigned long)
KIT_SIM_MINMAX(unsigned long, long, unsigned long)
KIT_SIM_MINMAX(unsigned long, unsigned long, long)
KIT_SIM_MINMAX(long long, long long, long long)
KIT_SIM_MINMAX(unsigned long long, unsigned long long, unsigned long long)
KIT_SIM_MINMAX(unsigned long long, long long, unsigned long long)
KIT_SIM_MINMAX(unsigned long long, unsigned long long, long long)
#undef KIT_SIM_MINMAX
// As on the device, a NaN operand loses against a number.
inline float min(float a, float b) {
  return fminf(a, b);
}
inline float max(float a, float b) {
  return fmaxf(a, b);
}
inline double min(double a, double b) {
  return fmin(a, b);
}
inline double max(double a, double b) {
  return fmax(a, b);
}
inline double min(float a, double b) {
  return fmin(double(a), b);
}
inline double max(float a, double b) {
  return fmax(double(a), b);
}
inline double min(double a, float b) {
  return fmin(a, double(b));
}
inline double max(double a, float b) {
  return fmax(a, double(b));
}
inline unsigned int umin(unsigned int a, unsigned int b) {
  return a < b ? a : b;
}
inline unsigned int umax(unsigned int a, unsigned int b) {
  return a < b ? b : a;
}
inline long long llmin(long long a, long long b) {
  return a < b ? a : b;
}
inline long long llmax(long long a, long long b) {
  return a < b ? b : a;
}
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return a < b ? a : b;
}
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a < b ? b : a;
}

#ifndef __CUDA__  // else c_library.h declares them
inline float rsqrtf(float x) {
  return 1.0f / sqrtf(x);
}
inline double rsqrt(double x) {
  return 1.0 / sqrt(x);
}
#endif
inline float fdividef(float a, float b) {
  return a / b;
}

KIT_SIM_END_HOST_DEVICE
KIT_SIM_DEVICE

// glibc declares functions of these names; macros keep clear of them.
#ifdef __CUDA__
float kit_sim_expf(float x);
float kit_sim_exp10f(float x);
float kit_sim_logf(float x);
float kit_sim_log2f(float x);
float kit_sim_log10f(float x);
float kit_sim_powf(float x, float y);
float kit_sim_sinf(float x);
float kit_sim_cosf(float x);
float kit_sim_tanf(float x);
void kit_sim_sincosf(float x, float* s, float* c);
#define __expf kit_sim_expf
#define __exp10f kit_sim_exp10f
#define __logf kit_sim_logf
#define __log2f kit_sim_log2f
#define __log10f kit_sim_log10f
#define __powf kit_sim_powf
#define __sinf kit_sim_sinf
#define __cosf kit_sim_cosf
#define __tanf kit_sim_tanf
#define __sincosf kit_sim_sincosf
#else
#define __expf(x) expf(x)
#define __exp10f(x) powf(10.0f, (x))
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __powf(x, y) powf((x), (y))
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __tanf(x) tanf(x)
#define __sincosf(x, s, c) sincosf((x), (s), (c))
#endif

inline float __fdividef(float a, float b) {
  return a / b;
}
inline float __saturatef(float x) {
  return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}
namespace kit::sim {
using Int64 = long long;
using Bits64 = unsigned long long;
template <typename Int>
inline constexpr Int kLowest = std::numeric_limits<Int>::min();
template <typename Int>
inline constexpr Int kHighest = std::numeric_limits<Int>::max();
}  // namespace kit::sim

inline int __clz(int x) {
  return x == 0 ? 32 : __builtin_clz(unsigned(x));
}
inline int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
inline int __popc(unsigned int x) {
  return __builtin_popcount(x);
}
inline int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
inline int __ffs(int x) {
  return __builtin_ffs(x);
}
inline int __ffsll(long long x) {
  return __builtin_ffsll(x);
}
inline unsigned int __brev(unsigned int x) {
  unsigned int y = 0;
  for (int i = 0; i < 32; ++i) y |= ((x >> i) & 1u) << (31 - i);
  return y;
}
inline unsigned long long __brevll(unsigned long long x) {
  return (kit::sim::Bits64(__brev(unsigned(x))) << 32) | __brev(unsigned(x >> 32));
}
inline int __mulhi(int a, int b) {
  return int((kit::sim::Int64(a) * b) >> 32);
}
inline long long __mul64hi(long long a, long long b) {
  __extension__ using Product = __int128;
  return kit::sim::Int64((Product(a) * b) >> 64);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  __extension__ using Product = unsigned __int128;
  return kit::sim::Bits64((Product(a) * b) >> 64);
}
// Means, rounded down and, with an r, up, without overflow.
inline int __hadd(int a, int b) {
  return int((kit::sim::Int64(a) + b) >> 1);
}
inline int __rhadd(int a, int b) {
  return int((kit::sim::Int64(a) + b + 1) >> 1);
}
inline unsigned int __uhadd(unsigned int a, unsigned int b) {
  return unsigned((kit::sim::Bits64(a) + b) >> 1);
}
inline unsigned int __urhadd(unsigned int a, unsigned int b) {
  return unsigned((kit::sim::Bits64(a) + b + 1) >> 1);
}
inline unsigned int __umulhi(unsigned int a, unsigned int b) {
  return unsigned((kit::sim::Bits64(a) * b) >> 32);
}
inline int __mul24(int a, int b) {
  return ((a << 8) >> 8) * ((b << 8) >> 8);
}
inline unsigned int __umul24(unsigned int a, unsigned int b) {
  return (a & 0xffffffu) * (b & 0xffffffu);
}
inline unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) {
  return (a < b ? b - a : a - b) + c;
}
inline unsigned int __sad(int a, int b, unsigned int c) {
  return unsigned(a < b ? kit::sim::Int64(b) - a : kit::sim::Int64(a) - b) + c;
}
inline unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
  return unsigned((((kit::sim::Bits64(high) << 32) | low) << (shift & 31)) >> 32);
}
inline unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
  return unsigned(((kit::sim::Bits64(high) << 32) | low) >> (shift & 31));
}
// These shift by at most 32 bits, where the others take the lower five bits of the number.
inline unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
  const kit::sim::Bits64 both = (kit::sim::Bits64(high) << 32) | low;
  return unsigned(both >> (32 - ::min(shift, 32u)));
}
inline unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
  return unsigned(((kit::sim::Bits64(high) << 32) | low) >> ::min(shift, 32u));
}
inline unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
  const kit::sim::Bits64 bytes = (kit::sim::Bits64(y) << 32) | x;
  unsigned int result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned int field = (selector >> (4 * i)) & 0xfu;
    unsigned int byte = unsigned(bytes >> (8 * (field & 7))) & 0xffu;
    if (field & 8) byte = byte & 0x80u ? 0xffu : 0;  // replicate the sign bit
    result |= byte << (8 * i);
  }
  return result;
}

namespace kit::sim {
/// Reads memory again, whatever the compiler knows of its value.
template <typename T>
T fresh_load(const T* p) {
  __asm__ __volatile__("" ::: "memory");
  return *p;
}
}  // namespace kit::sim

namespace kit::sim {
/// The observed build is told of loads that need memory which nobody writes while the kernel runs.
void read_only_load(const void* address, std::size_t bytes);
}  // namespace kit::sim

template <typename T>
__attribute__((always_inline)) inline T __ldg(const T* p) {
#ifdef __SANITIZE_THREAD__
  kit::sim::read_only_load(p, sizeof(T));
#endif
  return *p;
}
// Loads and stores with a cache hint: the hint changes speed on a GPU, never the value.
template <typename T>
T __ldca(const T* p) {
  return *p;
}
template <typename T>
T __ldcg(const T* p) {
  return kit::sim::fresh_load(p);
}
template <typename T>
T __ldcs(const T* p) {
  return *p;
}
template <typename T>
T __ldlu(const T* p) {
  return *p;
}
template <typename T>
T __ldcv(const T* p) {
  return kit::sim::fresh_load(p);
}
template <typename T>
void __stwb(T* p, T value) {
  *p = value;
}
template <typename T>
void __stcg(T* p, T value) {
  *p = value;
}
template <typename T>
void __stcs(T* p, T value) {
  *p = value;
}
template <typename T>
void __stwt(T* p, T value) {
  *p = value;
}

KIT_SIM_END
