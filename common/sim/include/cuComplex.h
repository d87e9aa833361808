/// @file
/// CUDA's complex numbers in plain C style.
#pragma once

#include "cuda_runtime.h"

KIT_SIM_HOST_DEVICE

using cuFloatComplex = float2;
using cuDoubleComplex = double2;
using cuComplex = cuFloatComplex;

#define KIT_SIM_COMPLEX(Z, Real, suffix, suffix_f, root)                               \
  inline Z make_cu##suffix##Complex(Real re, Real im) {                                \
    return {re, im};                                                                   \
  }                                                                                    \
  inline Real cuCreal##suffix_f(Z z) {                                                 \
    return z.x;                                                                        \
  }                                                                                    \
  inline Real cuCimag##suffix_f(Z z) {                                                 \
    return z.y;                                                                        \
  }                                                                                    \
  inline Z cuConj##suffix_f(Z z) {                                                     \
    return {z.x, -z.y};                                                                \
  }                                                                                    \
  inline Z cuCadd##suffix_f(Z a, Z b) {                                                \
    return {a.x + b.x, a.y + b.y};                                                     \
  }                                                                                    \
  inline Z cuCsub##suffix_f(Z a, Z b) {                                                \
    return {a.x - b.x, a.y - b.y};                                                     \
  }                                                                                    \
  inline Z cuCmul##suffix_f(Z a, Z b) {                                                \
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                             \
  }                                                                                    \
  inline Z cuCdiv##suffix_f(Z a, Z b) {                                                \
    const Real scale = 1 / (fabs##suffix_f(b.x) + fabs##suffix_f(b.y));                \
    const Real ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale; \
    const Real inverse = 1 / (bx * bx + by * by);                                      \
    return {(ax * bx + ay * by) * inverse, (ay * bx - ax * by) * inverse};             \
  }                                                                                    \
  inline Real cuCabs##suffix_f(Z z) {                                                  \
    return root(z.x, z.y);                                                             \
  }                                                                                    \
  inline Z cuCfma##suffix_f(Z a, Z b, Z c) {                                           \
    return {a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y};                 \
  }

KIT_SIM_COMPLEX(cuFloatComplex, float, Float, f, hypotf)
KIT_SIM_COMPLEX(cuDoubleComplex, double, Double, , hypot)
#undef KIT_SIM_COMPLEX

inline cuComplex make_cuComplex(float re, float im) {
  return {re, im};
}

KIT_SIM_END_HOST_DEVICE
