/// @file
/// CUDA's half precision types, with CUDA's sizes, alignments and conversions. A half is loaded and
/// stored by one access of 2 bytes and a pair by one of 4; a member of a pair that is named in
/// memory is a half there, as nvcc has it.
#pragma once

#include "../vector_types.h"
#include "half_rounding.h"

KIT_SIM_HOST_DEVICE

struct alignas(2) __half_raw {
  unsigned short x;
};
struct alignas(4) __half2_raw {
  unsigned short x, y;
};

struct alignas(2) __half {
 protected:
  unsigned short __x;

 public:
  __half() = default;

  constexpr __half(const __half_raw& raw) : __x(raw.x) {}
  __forceinline__ __half& operator=(const __half_raw& raw) {
    __x = raw.x;
    return *this;
  }
  __forceinline__ volatile __half& operator=(const __half_raw& raw) volatile {
    __x = raw.x;
    return *this;
  }
  __forceinline__ volatile __half& operator=(const volatile __half_raw& raw) volatile {
    __x = raw.x;
    return *this;
  }
  __forceinline__ operator __half_raw() const { return {__x}; }
  __forceinline__ operator __half_raw() const volatile { return {__x}; }

#define KIT_SIM_FROM_REAL(Real)                                       \
  __forceinline__ __half(const Real number)                           \
      : __x(kit::sim::to_half<kit::sim::HalfRounding::rn>(number)) {} \
  __forceinline__ __half& operator=(const Real number) {              \
    __x = kit::sim::to_half<kit::sim::HalfRounding::rn>(number);      \
    return *this;                                                     \
  }
  KIT_SIM_FROM_REAL(float)
  KIT_SIM_FROM_REAL(double)
#undef KIT_SIM_FROM_REAL
  __forceinline__ operator float() const {
    return kit::sim::half_to_float(__x);
  }

#define KIT_SIM_FROM_INTEGER(Int)          \
  __forceinline__ __half(const Int number) \
      : __x(kit::sim::integer_to_half<kit::sim::HalfRounding::rn>(number)) {}
#define KIT_SIM_ASSIGN_INTEGER(Int)                                      \
  __forceinline__ __half& operator=(const Int number) {                  \
    __x = kit::sim::integer_to_half<kit::sim::HalfRounding::rn>(number); \
    return *this;                                                        \
  }
#define KIT_SIM_TO_INTEGER(Int)                                             \
  __forceinline__ operator Int() const {                                    \
    return kit::sim::half_to_integer<Int, kit::sim::HalfRounding::rz>(__x); \
  }
  KIT_SIM_FROM_INTEGER(short)
  KIT_SIM_FROM_INTEGER(unsigned short)
  KIT_SIM_FROM_INTEGER(int)
  KIT_SIM_FROM_INTEGER(unsigned int)
  KIT_SIM_FROM_INTEGER(long)
  KIT_SIM_FROM_INTEGER(unsigned long)
  KIT_SIM_FROM_INTEGER(long long)
  KIT_SIM_FROM_INTEGER(unsigned long long)
  // As CUDA has it, there is none for long: such an assignment is ambiguous.
  KIT_SIM_ASSIGN_INTEGER(short)
  KIT_SIM_ASSIGN_INTEGER(unsigned short)
  KIT_SIM_ASSIGN_INTEGER(int)
  KIT_SIM_ASSIGN_INTEGER(unsigned int)
  KIT_SIM_ASSIGN_INTEGER(long long)
  KIT_SIM_ASSIGN_INTEGER(unsigned long long)
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
#undef KIT_SIM_ASSIGN_INTEGER
#undef KIT_SIM_FROM_INTEGER
  constexpr operator bool() const {
    return (__x & 0x7fff) != 0;
  }
};

struct alignas(4) __half2 {
  __half x, y;

  __half2() = default;
  constexpr __half2(const __half& a, const __half& b) : x(a), y(b) {}
  // As in CUDA a pair's copy is its own, of 4 bytes at once. So a struct of several pairs is copied
  // by as many accesses.
  __forceinline__ __half2(const __half2& other) { word_of(this) = word_of(&other); }
  __forceinline__ __half2& operator=(const __half2& other) {
    word_of(this) = word_of(&other);
    return *this;
  }
  __forceinline__ __half2(const __half2_raw& raw) { word_of(this) = word_of(&raw); }
  __forceinline__ operator __half2_raw() const {
    __half2_raw raw;
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

using half = __half;
using half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;
using __nv_half = __half;
using __nv_half2 = __half2;
using __nv_half_raw = __half_raw;
using __nv_half2_raw = __half2_raw;

namespace kit::sim {
__forceinline__ HalfBits bits_of(__half value) {
  return __builtin_bit_cast(HalfBits, value);
}
__forceinline__ __half half_of(HalfBits bits) {
  return __builtin_bit_cast(__half, bits);
}
}  // namespace kit::sim

KIT_SIM_END_HOST_DEVICE
