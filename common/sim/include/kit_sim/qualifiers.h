/// @file
/// What CUDA's function qualifiers mean to a host compiler.
#pragma once

// Function qualifiers say where code may run; here everything runs on the host. __global__,
// __shared__,
// __constant__ and __noinline__ are rewritten at token level (common/sim/rewriter), as the launches
// are.
#define __host__
#define __device__
#define __managed__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
