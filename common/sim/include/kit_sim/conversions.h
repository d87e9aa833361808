/// @file
/// Conversions between numbers that name their rounding, and between numbers and their bits.
#pragma once

#include "rounding.h"

KIT_SIM_DEVICE

namespace kit::sim {

/// Rounding an integer to a double, in one direction, and then to a float in the same one gives
/// what one rounding gives.
template <Rounding rounding, typename Int>
inline double directed_double(Int x) {
  constexpr double kUpperHalf = 4294967296.0;
  const double upper = double(int(x >> 32)), lower = double(unsigned(x));
  const double unsigned_upper = double(unsigned(x >> 32));
  return directed<Operation::sum, rounding>(
      (kLowest<Int> < 0 ? upper : unsigned_upper) * kUpperHalf, lower);
}

}  // namespace kit::sim

// Conversions to a floating-point type. Those that are always exact have one name only.
#define KIT_SIM_TO_FLOAT(name, From, as_double)                                   \
  inline float name##_rn(From x) {                                                \
    return float(x);                                                              \
  }                                                                               \
  inline float name##_rd(From x) {                                                \
    constexpr auto direction [[maybe_unused]] = kit::sim::Rounding::down;         \
    return kit::sim::directed_float<direction>(as_double);                        \
  }                                                                               \
  inline float name##_ru(From x) {                                                \
    constexpr auto direction [[maybe_unused]] = kit::sim::Rounding::up;           \
    return kit::sim::directed_float<direction>(as_double);                        \
  }                                                                               \
  inline float name##_rz(From x) {                                                \
    constexpr auto direction [[maybe_unused]] = kit::sim::Rounding::towards_zero; \
    return kit::sim::directed_float<direction>(as_double);                        \
  }
KIT_SIM_TO_FLOAT(__double2float, double, x)
KIT_SIM_TO_FLOAT(__int2float, int, double(x))
KIT_SIM_TO_FLOAT(__uint2float, unsigned int, double(x))
KIT_SIM_TO_FLOAT(__ll2float, long long, kit::sim::directed_double<direction>(x))
KIT_SIM_TO_FLOAT(__ull2float, unsigned long long, kit::sim::directed_double<direction>(x))
#undef KIT_SIM_TO_FLOAT

#define KIT_SIM_TO_DOUBLE(name, From)                                      \
  inline double name##_rn(From x) {                                        \
    return double(x);                                                      \
  }                                                                        \
  inline double name##_rd(From x) {                                        \
    return kit::sim::directed_double<kit::sim::Rounding::down>(x);         \
  }                                                                        \
  inline double name##_ru(From x) {                                        \
    return kit::sim::directed_double<kit::sim::Rounding::up>(x);           \
  }                                                                        \
  inline double name##_rz(From x) {                                        \
    return kit::sim::directed_double<kit::sim::Rounding::towards_zero>(x); \
  }
KIT_SIM_TO_DOUBLE(__ll2double, long long)
KIT_SIM_TO_DOUBLE(__ull2double, unsigned long long)
#undef KIT_SIM_TO_DOUBLE
inline double __int2double_rn(int x) {
  return double(x);
}
inline double __uint2double_rn(unsigned int x) {
  return double(x);
}

namespace kit::sim {
// To an integer: what does not fit becomes the nearest value that does. Of a NaN the instruction
// makes 0 if both types have 32 bits, else the bit pattern of the lowest signed integer.
template <typename Int, typename Real>
Int saturate_cast(Real x) {
  constexpr Int low = kLowest<Int>, high = kHighest<Int>;
  constexpr Int only_sign_bit = static_cast<Int>(Bits64(1) << (8 * sizeof(Int) - 1));
  if (x != x) return sizeof(Int) == 8 || sizeof(Real) == 8 ? only_sign_bit : 0;
  if (x <= Real(low)) return low;
  if (x >= Real(high)) return high;
  return static_cast<Int>(x);
}
}  // namespace kit::sim

#define KIT_SIM_CONVERT(name, Int, Real)                               \
  inline Int name##_rn(Real x) {                                       \
    return kit::sim::saturate_cast<Int, Real>(__builtin_nearbyint(x)); \
  }                                                                    \
  inline Int name##_rz(Real x) {                                       \
    return kit::sim::saturate_cast<Int, Real>(__builtin_trunc(x));     \
  }                                                                    \
  inline Int name##_ru(Real x) {                                       \
    return kit::sim::saturate_cast<Int, Real>(__builtin_ceil(x));      \
  }                                                                    \
  inline Int name##_rd(Real x) {                                       \
    return kit::sim::saturate_cast<Int, Real>(__builtin_floor(x));     \
  }
KIT_SIM_CONVERT(__float2int, int, float)
KIT_SIM_CONVERT(__float2uint, unsigned int, float)
KIT_SIM_CONVERT(__float2ll, long long, float)
KIT_SIM_CONVERT(__float2ull, unsigned long long, float)
KIT_SIM_CONVERT(__double2int, int, double)
KIT_SIM_CONVERT(__double2uint, unsigned int, double)
KIT_SIM_CONVERT(__double2ll, long long, double)
KIT_SIM_CONVERT(__double2ull, unsigned long long, double)
#undef KIT_SIM_CONVERT

inline int __float_as_int(float x) {
  return __builtin_bit_cast(int, x);
}
inline unsigned int __float_as_uint(float x) {
  return __builtin_bit_cast(unsigned int, x);
}
inline float __int_as_float(int x) {
  return __builtin_bit_cast(float, x);
}
inline float __uint_as_float(unsigned int x) {
  return __builtin_bit_cast(float, x);
}
inline long long __double_as_longlong(double x) {
  return __builtin_bit_cast(long long, x);
}
inline double __longlong_as_double(long long x) {
  return __builtin_bit_cast(double, x);
}
inline int __double2hiint(double x) {
  return int(__builtin_bit_cast(unsigned long long, x) >> 32);
}
inline int __double2loint(double x) {
  return int(unsigned(__builtin_bit_cast(unsigned long long, x)));
}
inline double __hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, (kit::sim::Bits64(unsigned(high)) << 32) | unsigned(low));
}

KIT_SIM_END
