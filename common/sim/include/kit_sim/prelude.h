/// @file
/// What every simulated source includes first, as nvcc does by itself; `kit build-lab` has
/// it precompiled.
#pragma once

// In the observed build the library's functions on memory tell the observer what they touch. (Of
// those with a size that the compiler knows it sees the accesses themselves.)
#ifdef __SANITIZE_THREAD__
extern "C" {
void* memcpy(void*, const void*, decltype(sizeof 0)) noexcept __asm__("kit_sim_memcpy");
void* memmove(void*, const void*, decltype(sizeof 0)) noexcept __asm__("kit_sim_memmove");
void* memset(void*, int, decltype(sizeof 0)) noexcept __asm__("kit_sim_memset");
}
#endif

#include "../cuda_runtime.h"

// The rewriter takes these away itself: it has to know what is the device's. Clang knows them.
#ifndef __CUDA__
#undef __host__
#undef __device__
#undef __managed__
#undef __launch_bounds__
#endif
