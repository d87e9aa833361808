/// @file
/// CUDA's vector types, with CUDA's sizes and alignments.
#pragma once

#include "kit_sim/qualifiers.h"

KIT_SIM_HOST_DEVICE

#define KIT_SIM_VECTORS(Base, Type, align2, align4)               \
  struct Base##1 {                                                \
    Type x;                                                       \
  };                                                              \
  struct alignas(align2) Base##2 {                                \
    Type x, y;                                                    \
  };                                                              \
  struct Base##3 {                                                \
    Type x, y, z;                                                 \
  };                                                              \
  struct alignas(align4) Base##4 {                                \
    Type x, y, z, w;                                              \
  };                                                              \
  inline Base##1 make_##Base##1(Type x) {                         \
    return {x};                                                   \
  }                                                               \
  inline Base##2 make_##Base##2(Type x, Type y) {                 \
    return {x, y};                                                \
  }                                                               \
  inline Base##3 make_##Base##3(Type x, Type y, Type z) {         \
    return {x, y, z};                                             \
  }                                                               \
  inline Base##4 make_##Base##4(Type x, Type y, Type z, Type w) { \
    return {x, y, z, w};                                          \
  }

KIT_SIM_VECTORS(char, signed char, 2, 4)
KIT_SIM_VECTORS(uchar, unsigned char, 2, 4)
KIT_SIM_VECTORS(short, short, 4, 8)
KIT_SIM_VECTORS(ushort, unsigned short, 4, 8)
KIT_SIM_VECTORS(int, int, 8, 16)
KIT_SIM_VECTORS(uint, unsigned int, 8, 16)
KIT_SIM_VECTORS(long, long, 16, 16)
KIT_SIM_VECTORS(ulong, unsigned long, 16, 16)
KIT_SIM_VECTORS(longlong, long long, 16, 16)
KIT_SIM_VECTORS(ulonglong, unsigned long long, 16, 16)
KIT_SIM_VECTORS(float, float, 8, 16)
KIT_SIM_VECTORS(double, double, 16, 16)
#undef KIT_SIM_VECTORS

/// Extent of a grid or a block; missing components are 1.
struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1)
      : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};

KIT_SIM_END_HOST_DEVICE
