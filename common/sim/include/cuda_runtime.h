/// @file
/// The simulator's cuda_runtime.h: the part of the CUDA 12/13 runtime that compute capability 7.5
/// offers and filters need, for a host compiler. Names, types and error codes are CUDA's; what is
/// not here does not compile, rather than behave differently. docs/simulator.md lists what differs.
#pragma once

#define CUDART_VERSION 13000
#define __CUDACC__ 1

// Function qualifiers say where code may run; here everything runs on the host. A kernel stays a
// function of its own, so that every thread makes one call. __shared__, __constant__ and
// __noinline__ are rewritten at token level (common/sim/rewriter), as the launches are.
#define __host__
#define __device__
#define __managed__
#define __grid_constant__
#define __global__ __attribute__((noinline))
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))

#include "kit_sim/atomics.h"
#include "kit_sim/builtins.h"
#include "kit_sim/device_math.h"
#include "kit_sim/host_api.h"
#include "kit_sim/launch.h"
#include "kit_sim/warp.h"
#include "vector_types.h"
