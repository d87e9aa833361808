/// @file
/// Arithmetic that names its rounding: to nearest, down, up or towards zero. The results are those
/// that IEEE 754 requires, to the last bit, as on a card.
#pragma once

#include "device_math.h"
#include "qualifiers.h"

KIT_SIM_DEVICE

namespace kit::sim {

enum class Rounding { nearest, down, up, towards_zero };
enum class Operation { sum, product, quotient, product_and_sum, square_root };

#ifdef __CUDA__
template <Operation operation, Rounding rounding, typename Real>
Real directed(Real a, Real b = 0, Real c = 0);
template <Rounding rounding>
float directed_float(double x);
#else

// The compiler takes all arithmetic to be rounded to nearest and moves it about freely, so the
// processor's mode is changed only in functions that are not inlined and do one operation. What
// goes in and comes out passes through an empty instruction that the compiler does not know, and
// such instructions keep their order.
#ifdef __x86_64__
#define KIT_SIM_REAL_REGISTER "+x"
// The control word as every thread has it, and with each of the other modes.
inline constexpr unsigned kControlWords[] = {0x1f80, 0x1f80 | 1 << 13, 0x1f80 | 2 << 13,
                                             0x1f80 | 3 << 13};
__forceinline__ void set_rounding(Rounding rounding) {
  __asm__ __volatile__("ldmxcsr %0" : : "m"(kControlWords[int(rounding)]));
}
__forceinline__ void replace_by_root(float& x) {
  __asm__ __volatile__("sqrtss %0, %0" : "+x"(x));
}
__forceinline__ void replace_by_root(double& x) {
  __asm__ __volatile__("sqrtsd %0, %0" : "+x"(x));
}
#else
#define KIT_SIM_REAL_REGISTER "+w"
__forceinline__ void set_rounding(Rounding rounding) {
  constexpr unsigned long kDown = 2, kUp = 1, kTowardsZero = 3;
  const unsigned long mode = rounding == Rounding::nearest ? 0
                             : rounding == Rounding::down  ? kDown
                             : rounding == Rounding::up    ? kUp
                                                           : kTowardsZero;
  __asm__ __volatile__("msr fpcr, %0" : : "r"(mode << 22));
}
__forceinline__ void replace_by_root(float& x) {
  __asm__ __volatile__("fsqrt %s0, %s0" : "+w"(x));
}
__forceinline__ void replace_by_root(double& x) {
  __asm__ __volatile__("fsqrt %d0, %d0" : "+w"(x));
}
#endif

template <typename Real>
__forceinline__ void hide(Real& x) {
  __asm__ __volatile__("" : KIT_SIM_REAL_REGISTER(x));
}
#undef KIT_SIM_REAL_REGISTER

__forceinline__ float fused(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
__forceinline__ double fused(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}

template <Operation operation, Rounding rounding, typename Real>
[[gnu::noinline]] Real directed(Real a, Real b = 0, Real c = 0) {
  set_rounding(rounding);
  hide(a), hide(b), hide(c);
  if constexpr (operation == Operation::sum) a = a + b;
  if constexpr (operation == Operation::product) a = a * b;
  if constexpr (operation == Operation::quotient) a = a / b;
  if constexpr (operation == Operation::product_and_sum) a = fused(a, b, c);
  // The builtin function branches, and the observer must not run with another rounding.
  if constexpr (operation == Operation::square_root) replace_by_root(a);
  hide(a);
  set_rounding(Rounding::nearest);
  return a;
}

template <Rounding rounding>
[[gnu::noinline]] float directed_float(double x) {
  set_rounding(rounding);
  hide(x);
  float result = float(x);
  hide(result);
  set_rounding(Rounding::nearest);
  return result;
}
#endif

}  // namespace kit::sim

// The three directed forms of a function of one, two or three values.
#define KIT_SIM_DIRECTED(name, Real, parameters, operation, ...)                      \
  inline Real name##_rd parameters {                                                  \
    using namespace kit::sim;                                                         \
    return directed<Operation::operation, Rounding::down, Real>(__VA_ARGS__);         \
  }                                                                                   \
  inline Real name##_ru parameters {                                                  \
    using namespace kit::sim;                                                         \
    return directed<Operation::operation, Rounding::up, Real>(__VA_ARGS__);           \
  }                                                                                   \
  inline Real name##_rz parameters {                                                  \
    using namespace kit::sim;                                                         \
    return directed<Operation::operation, Rounding::towards_zero, Real>(__VA_ARGS__); \
  }
// With the form that rounds to nearest, which is the language's own arithmetic.
#define KIT_SIM_ROUNDED(name, Real, parameters, nearest, operation, ...) \
  inline Real name##_rn parameters {                                     \
    return nearest;                                                      \
  }                                                                      \
  KIT_SIM_DIRECTED(name, Real, parameters, operation, __VA_ARGS__)

#define KIT_SIM_ARITHMETIC(Real, add, sub, mul, div, rcp, fused, root, fused_nearest,             \
                           root_nearest)                                                          \
  KIT_SIM_ROUNDED(add, Real, (Real a, Real b), a + b, sum, a, b)                                  \
  KIT_SIM_ROUNDED(sub, Real, (Real a, Real b), a - b, sum, a, -b)                                 \
  KIT_SIM_ROUNDED(mul, Real, (Real a, Real b), a* b, product, a, b)                               \
  KIT_SIM_ROUNDED(div, Real, (Real a, Real b), a / b, quotient, a, b)                             \
  KIT_SIM_ROUNDED(rcp, Real, (Real x), 1 / x, quotient, 1, x)                                     \
  KIT_SIM_ROUNDED(fused, Real, (Real a, Real b, Real c), fused_nearest(a, b, c), product_and_sum, \
                  a, b, c)                                                                        \
  KIT_SIM_ROUNDED(root, Real, (Real x), root_nearest(x), square_root, x)
KIT_SIM_ARITHMETIC(float, __fadd, __fsub, __fmul, __fdiv, __frcp, __fmaf, __fsqrt, fmaf, sqrtf)
KIT_SIM_ARITHMETIC(double, __dadd, __dsub, __dmul, __ddiv, __drcp, __fma, __dsqrt, fma, sqrt)
#undef KIT_SIM_ARITHMETIC
#undef KIT_SIM_ROUNDED
#undef KIT_SIM_DIRECTED

inline float __frsqrt_rn(float x) {
  return float(1.0 /
               sqrt(double(x)));  // 1 / sqrt(x) of no float lies too near to the middle of two
}

KIT_SIM_END
