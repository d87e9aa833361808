/// @file
/// What only kernels may call on half precision numbers and pairs: fused multiplication and
/// addition, mathematical functions, atomic additions and stores with a cache hint. Shuffles and
/// cached loads are templates that take any type (warp.h, device_math.h).
#pragma once

#include <math.h>

#include "atomics.h"
#include "device_math.h"
#include "half_arithmetic.h"

KIT_SIM_DEVICE

namespace kit::sim {

/// 0 for what is negative; a NaN stays one.
__forceinline__ HalfBits no_negative(HalfBits half) {
  return half_max(half, 0, true);
}

// Each function is that of double, rounded once. In double it is right to more bits than two halves
// can be apart from a tie.
#define KIT_SIM_ROUNDED_DOUBLE(name, expression)  \
  __forceinline__ HalfBits name(HalfBits half) {  \
    const double x = double(half_to_float(half)); \
    return to_half<HalfRounding::rn>(expression); \
  }
KIT_SIM_ROUNDED_DOUBLE(half_sqrt, sqrt(x))
KIT_SIM_ROUNDED_DOUBLE(half_rsqrt, 1.0 / sqrt(x))
KIT_SIM_ROUNDED_DOUBLE(half_rcp, 1.0 / x)
KIT_SIM_ROUNDED_DOUBLE(half_exp, exp(x))
KIT_SIM_ROUNDED_DOUBLE(half_exp2, exp2(x))
KIT_SIM_ROUNDED_DOUBLE(half_exp10, pow(10.0, x))
KIT_SIM_ROUNDED_DOUBLE(half_log, log(x))
KIT_SIM_ROUNDED_DOUBLE(half_log2, log2(x))
KIT_SIM_ROUNDED_DOUBLE(half_log10, log10(x))
KIT_SIM_ROUNDED_DOUBLE(half_sin, sin(x))
KIT_SIM_ROUNDED_DOUBLE(half_cos, cos(x))
KIT_SIM_ROUNDED_DOUBLE(half_tanh, tanh(x))
#undef KIT_SIM_ROUNDED_DOUBLE

}  // namespace kit::sim

KIT_SIM_UNARY(htrunc, h2trunc, round_to_whole<kit::sim::HalfRounding::rz>)
KIT_SIM_UNARY(hfloor, h2floor, round_to_whole<kit::sim::HalfRounding::rd>)
KIT_SIM_UNARY(hceil, h2ceil, round_to_whole<kit::sim::HalfRounding::ru>)
KIT_SIM_UNARY(hrint, h2rint, round_to_whole<kit::sim::HalfRounding::rn>)
KIT_SIM_UNARY(hsqrt, h2sqrt, half_sqrt)
KIT_SIM_UNARY(hrsqrt, h2rsqrt, half_rsqrt)
KIT_SIM_UNARY(hrcp, h2rcp, half_rcp)
KIT_SIM_UNARY(hexp, h2exp, half_exp)
KIT_SIM_UNARY(hexp2, h2exp2, half_exp2)
KIT_SIM_UNARY(hexp10, h2exp10, half_exp10)
KIT_SIM_UNARY(hlog, h2log, half_log)
KIT_SIM_UNARY(hlog2, h2log2, half_log2)
KIT_SIM_UNARY(hlog10, h2log10, half_log10)
KIT_SIM_UNARY(hsin, h2sin, half_sin)
KIT_SIM_UNARY(hcos, h2cos, half_cos)
KIT_SIM_UNARY(htanh, h2tanh, half_tanh)
KIT_SIM_UNARY(htanh_approx, h2tanh_approx, half_tanh)
#undef KIT_SIM_UNARY

#define KIT_SIM_FUSED(name, name2, finish)                                           \
  __forceinline__ __half name(const __half a, const __half b, const __half c) {      \
    using namespace kit::sim;                                                        \
    return half_of(finish(half_fma(bits_of(a), bits_of(b), bits_of(c))));            \
  }                                                                                  \
  __forceinline__ __half2 name2(const __half2 a, const __half2 b, const __half2 c) { \
    return __half2(name(a.x, b.x, c.x), name(a.y, b.y, c.y));                        \
  }
KIT_SIM_FUSED(__hfma, __hfma2, )
KIT_SIM_FUSED(__hfma_sat, __hfma2_sat, saturate)
KIT_SIM_FUSED(__hfma_relu, __hfma2_relu, no_negative)
#undef KIT_SIM_FUSED

/// c + a * b of complex numbers, in the order that CUDA documents.
__forceinline__ __half2 __hcmadd(const __half2 a, const __half2 b, const __half2 c) {
  const __half real = __hfma(a.x, b.x, c.x), imaginary = __hfma(a.x, b.y, c.y);
  return __half2(__hfma(__hneg(a.y), b.y, real), __hfma(a.y, b.x, imaginary));
}

/// The two halves of a pair are added at once here; CUDA promises as much for each alone only.
__attribute__((always_inline)) inline __half atomicAdd(__half* const address, const __half value) {
  return kit::sim::atomic(kit::sim::AtomicOp::add, kit::sim::AtomicType::f16, address, value);
}
__attribute__((always_inline)) inline __half2 atomicAdd(__half2* const address,
                                                        const __half2 value) {
  return kit::sim::atomic(kit::sim::AtomicOp::add, kit::sim::AtomicType::f16x2, address, value);
}

// Beside the templates, which take a value of the very type alone.
#define KIT_SIM_STORE(name)                                                \
  __forceinline__ void name(__half* const address, const __half value) {   \
    *address = value;                                                      \
  }                                                                        \
  __forceinline__ void name(__half2* const address, const __half2 value) { \
    *address = value;                                                      \
  }
KIT_SIM_STORE(__stwb)
KIT_SIM_STORE(__stcg)
KIT_SIM_STORE(__stcs)
KIT_SIM_STORE(__stwt)
#undef KIT_SIM_STORE

KIT_SIM_END
