/// @file
/// Operators and functions of CUDA's vector types, under the names that NVIDIA's samples give them.
/// A header of the program's own with this name goes first.
#pragma once

#include "cuda_runtime.h"

using uint = unsigned int;
using ushort = unsigned short;

KIT_SIM_HOST_DEVICE

// --- Made of other vectors
// -----------------------------------------------------------------------------

#define KIT_SIM_MAKE(Base, Type, Other1, Other2)         \
  inline Base##2 make_##Base##2(Type s) {                \
    return {s, s};                                       \
  }                                                      \
  inline Base##2 make_##Base##2(Base##3 a) {             \
    return {a.x, a.y};                                   \
  }                                                      \
  inline Base##2 make_##Base##2(Other1##2 a) {           \
    return {Type(a.x), Type(a.y)};                       \
  }                                                      \
  inline Base##2 make_##Base##2(Other2##2 a) {           \
    return {Type(a.x), Type(a.y)};                       \
  }                                                      \
  inline Base##3 make_##Base##3(Type s) {                \
    return {s, s, s};                                    \
  }                                                      \
  inline Base##3 make_##Base##3(Base##2 a) {             \
    return {a.x, a.y, 0};                                \
  }                                                      \
  inline Base##3 make_##Base##3(Base##2 a, Type s) {     \
    return {a.x, a.y, s};                                \
  }                                                      \
  inline Base##3 make_##Base##3(Base##4 a) {             \
    return {a.x, a.y, a.z};                              \
  }                                                      \
  inline Base##3 make_##Base##3(Other1##3 a) {           \
    return {Type(a.x), Type(a.y), Type(a.z)};            \
  }                                                      \
  inline Base##3 make_##Base##3(Other2##3 a) {           \
    return {Type(a.x), Type(a.y), Type(a.z)};            \
  }                                                      \
  inline Base##4 make_##Base##4(Type s) {                \
    return {s, s, s, s};                                 \
  }                                                      \
  inline Base##4 make_##Base##4(Base##3 a) {             \
    return {a.x, a.y, a.z, 0};                           \
  }                                                      \
  inline Base##4 make_##Base##4(Base##3 a, Type w) {     \
    return {a.x, a.y, a.z, w};                           \
  }                                                      \
  inline Base##4 make_##Base##4(Other1##4 a) {           \
    return {Type(a.x), Type(a.y), Type(a.z), Type(a.w)}; \
  }                                                      \
  inline Base##4 make_##Base##4(Other2##4 a) {           \
    return {Type(a.x), Type(a.y), Type(a.z), Type(a.w)}; \
  }
KIT_SIM_MAKE(float, float, int, uint)
KIT_SIM_MAKE(int, int, uint, float)
KIT_SIM_MAKE(uint, uint, int, float)
#undef KIT_SIM_MAKE

// --- Component by component
// ----------------------------------------------------------------------------

// Puts a function of two components, or of one, into each component.
#define KIT_SIM_EACH_2(f, a, b) \
  { f(a.x, b.x), f(a.y, b.y) }
#define KIT_SIM_EACH_3(f, a, b) \
  { f(a.x, b.x), f(a.y, b.y), f(a.z, b.z) }
#define KIT_SIM_EACH_4(f, a, b) \
  { f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w) }

#define KIT_SIM_ADD(a, b) (a) + (b)
#define KIT_SIM_SUBTRACT(a, b) (a) - (b)
#define KIT_SIM_MULTIPLY(a, b) (a) * (b)
#define KIT_SIM_DIVIDE(a, b) (a) / (b)

#define KIT_SIM_OPERATOR(Vector, Type, n, sign, function) \
  inline Vector operator sign(Vector a, Vector b) {       \
    return KIT_SIM_EACH_##n(function, a, b);              \
  }                                                       \
  inline Vector operator sign(Vector a, Type s) {         \
    return a sign make_##Vector(s);                       \
  }                                                       \
  inline Vector operator sign(Type s, Vector b) {         \
    return make_##Vector(s) sign b;                       \
  }                                                       \
  inline void operator sign##=(Vector& a, Vector b) {     \
    a = a sign b;                                         \
  }                                                       \
  inline void operator sign##=(Vector& a, Type s) {       \
    a = a sign s;                                         \
  }
#define KIT_SIM_OPERATORS(Vector, Type, n)                    \
  KIT_SIM_OPERATOR(Vector, Type, n, +, KIT_SIM_ADD)           \
  KIT_SIM_OPERATOR(Vector, Type, n, -, KIT_SIM_SUBTRACT)      \
  KIT_SIM_OPERATOR(Vector, Type, n, *, KIT_SIM_MULTIPLY)      \
  inline Vector min(Vector a, Vector b) {                     \
    return KIT_SIM_EACH_##n(min, a, b);                       \
  }                                                           \
  inline Vector max(Vector a, Vector b) {                     \
    return KIT_SIM_EACH_##n(max, a, b);                       \
  }                                                           \
  inline Vector clamp(Vector v, Vector low, Vector high) {    \
    return max(low, min(v, high));                            \
  }                                                           \
  inline Vector clamp(Vector v, Type low, Type high) {        \
    return clamp(v, make_##Vector(low), make_##Vector(high)); \
  }

inline float clamp(float f, float low, float high) {
  return fmaxf(low, fminf(f, high));
}
inline int clamp(int i, int low, int high) {
  return max(low, min(i, high));
}
inline uint clamp(uint i, uint low, uint high) {
  return max(low, min(i, high));
}

KIT_SIM_OPERATORS(float2, float, 2)
KIT_SIM_OPERATORS(float3, float, 3)
KIT_SIM_OPERATORS(float4, float, 4)
KIT_SIM_OPERATORS(int2, int, 2)
KIT_SIM_OPERATORS(int3, int, 3)
KIT_SIM_OPERATORS(int4, int, 4)
KIT_SIM_OPERATORS(uint2, uint, 2)
KIT_SIM_OPERATORS(uint3, uint, 3)
KIT_SIM_OPERATORS(uint4, uint, 4)
KIT_SIM_OPERATOR(float2, float, 2, /, KIT_SIM_DIVIDE)
KIT_SIM_OPERATOR(float3, float, 3, /, KIT_SIM_DIVIDE)
KIT_SIM_OPERATOR(float4, float, 4, /, KIT_SIM_DIVIDE)

#define KIT_SIM_SUM_2(a) a.x + a.y
#define KIT_SIM_SUM_3(a) a.x + a.y + a.z
#define KIT_SIM_SUM_4(a) a.x + a.y + a.z + a.w
#define KIT_SIM_DOT(Vector, Type, n)    \
  inline Type dot(Vector a, Vector b) { \
    const Vector product = a * b;       \
    return KIT_SIM_SUM_##n(product);    \
  }
KIT_SIM_DOT(float2, float, 2)
KIT_SIM_DOT(float3, float, 3)
KIT_SIM_DOT(float4, float, 4)
KIT_SIM_DOT(int2, int, 2)
KIT_SIM_DOT(int3, int, 3)
KIT_SIM_DOT(int4, int, 4)
KIT_SIM_DOT(uint2, uint, 2)
KIT_SIM_DOT(uint3, uint, 3)
KIT_SIM_DOT(uint4, uint, 4)

#define KIT_SIM_NEGATIVE(a, b) -(a)
#define KIT_SIM_ABSOLUTE_REAL(a, b) fabsf(a)
#define KIT_SIM_ABSOLUTE(a, b) (a < 0 ? -(a) : a)
#define KIT_SIM_FLOOR(a, b) floorf(a)
#define KIT_SIM_SIGNED(Vector, n)                    \
  inline Vector operator-(const Vector& a) {         \
    return KIT_SIM_EACH_##n(KIT_SIM_NEGATIVE, a, a); \
  }
KIT_SIM_SIGNED(float2, 2)
KIT_SIM_SIGNED(float3, 3)
KIT_SIM_SIGNED(float4, 4)
KIT_SIM_SIGNED(int2, 2)
KIT_SIM_SIGNED(int3, 3)
KIT_SIM_SIGNED(int4, 4)

inline int2 abs(int2 a) {
  return KIT_SIM_EACH_2(KIT_SIM_ABSOLUTE, a, a);
}
inline int3 abs(int3 a) {
  return KIT_SIM_EACH_3(KIT_SIM_ABSOLUTE, a, a);
}
inline int4 abs(int4 a) {
  return KIT_SIM_EACH_4(KIT_SIM_ABSOLUTE, a, a);
}

// --- Of floats alone
// -----------------------------------------------------------------------------------

inline float fracf(float v) {
  return v - floorf(v);
}
inline float smoothstep(float a, float b, float x) {
  const float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
  return y * y * (3.0f - 2.0f * y);
}

#define KIT_SIM_REAL_VECTOR(Vector, n)                              \
  inline Vector fminf(Vector a, Vector b) {                         \
    return KIT_SIM_EACH_##n(fminf, a, b);                           \
  }                                                                 \
  inline Vector fmaxf(Vector a, Vector b) {                         \
    return KIT_SIM_EACH_##n(fmaxf, a, b);                           \
  }                                                                 \
  inline Vector fmodf(Vector a, Vector b) {                         \
    return KIT_SIM_EACH_##n(fmodf, a, b);                           \
  }                                                                 \
  inline Vector fabs(Vector v) {                                    \
    return KIT_SIM_EACH_##n(KIT_SIM_ABSOLUTE_REAL, v, v);           \
  }                                                                 \
  inline Vector floorf(Vector v) {                                  \
    return KIT_SIM_EACH_##n(KIT_SIM_FLOOR, v, v);                   \
  }                                                                 \
  inline Vector fracf(Vector v) {                                   \
    return v - floorf(v);                                           \
  }                                                                 \
  inline Vector lerp(Vector a, Vector b, float t) {                 \
    return a + t * (b - a);                                         \
  }                                                                 \
  inline float length(Vector v) {                                   \
    return sqrtf(dot(v, v));                                        \
  }                                                                 \
  inline Vector normalize(Vector v) {                               \
    return v * rsqrtf(dot(v, v));                                   \
  }                                                                 \
  inline Vector smoothstep(Vector a, Vector b, Vector x) {          \
    const Vector y = clamp((x - a) / (b - a), 0.0f, 1.0f);          \
    return y * y * (make_##Vector(3.0f) - make_##Vector(2.0f) * y); \
  }
KIT_SIM_REAL_VECTOR(float2, 2)
KIT_SIM_REAL_VECTOR(float3, 3)
KIT_SIM_REAL_VECTOR(float4, 4)

/// Direction of a ray that comes in by `i` and meets a surface with normal `n`.
inline float3 reflect(float3 i, float3 n) {
  return i - 2.0f * n * dot(n, i);
}
inline float3 cross(float3 a, float3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

#undef KIT_SIM_REAL_VECTOR
#undef KIT_SIM_SIGNED
#undef KIT_SIM_FLOOR
#undef KIT_SIM_ABSOLUTE
#undef KIT_SIM_ABSOLUTE_REAL
#undef KIT_SIM_NEGATIVE
#undef KIT_SIM_DOT
#undef KIT_SIM_SUM_4
#undef KIT_SIM_SUM_3
#undef KIT_SIM_SUM_2
#undef KIT_SIM_OPERATORS
#undef KIT_SIM_OPERATOR
#undef KIT_SIM_DIVIDE
#undef KIT_SIM_MULTIPLY
#undef KIT_SIM_SUBTRACT
#undef KIT_SIM_ADD
#undef KIT_SIM_EACH_4
#undef KIT_SIM_EACH_3
#undef KIT_SIM_EACH_2

KIT_SIM_END_HOST_DEVICE
