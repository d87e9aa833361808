/// @file
/// What CUDA's qualifiers mean to the compiler that reads this: g++, which runs everything on the
/// host, or clang, which reads a file as CUDA to say what nvcc would refuse (common/grader/rules).
#pragma once

#ifdef __CUDA__
#define __host__ __attribute__((host))
// clang lists what is annotated in what it makes of device code.
#define __device__ __attribute__((device, annotate("device")))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant, annotate("device")))
#define __managed__ __device__
#define __noinline__  // libstdc++ writes __attribute__((__noinline__)), which must stay an
                      // attribute
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
// All functions up to KIT_SIM_END are __device__, or both. Parts of the headers stand between
// these.
#define KIT_SIM_DEVICE _Pragma("clang attribute push(__attribute__((device)), apply_to = function)")
#define KIT_SIM_HOST_DEVICE                                                   \
  _Pragma("clang attribute push(__attribute__((host)), apply_to = function)") \
      _Pragma("clang attribute push(__attribute__((device)), apply_to = function)")
#define KIT_SIM_END _Pragma("clang attribute pop")
#define KIT_SIM_END_HOST_DEVICE _Pragma("clang attribute pop") _Pragma("clang attribute pop")
#else
// __global__, __shared__, __constant__ and __noinline__ are rewritten at token level
// (common/sim/rewriter), as the launches are.
#define __host__
#define __device__
#define __managed__
#define __launch_bounds__(...)
#define KIT_SIM_DEVICE
#define KIT_SIM_HOST_DEVICE
#define KIT_SIM_END
#define KIT_SIM_END_HOST_DEVICE
#endif

#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
