/// @file
/// What every simulated source includes first, as nvcc does by itself; `kit build-lab` has
/// it precompiled.
#pragma once

// In the observed build the library's functions on memory tell the observer what they touch. What
// takes one access stays one, which the observer sees by itself; larger copies of a size that the
// compiler knows would become instructions that it does not see. What a kernel takes with malloc is
// the observer's to give: it is memory of the device, on the host's heap a kernel may not be.
#ifdef __SANITIZE_THREAD__
extern "C" {
void* kit_sim_memcpy(void*, const void*, decltype(sizeof 0)) noexcept;
void* kit_sim_memmove(void*, const void*, decltype(sizeof 0)) noexcept;
void* kit_sim_memset(void*, int, decltype(sizeof 0)) noexcept;
void* memcpy(void*, const void*, decltype(sizeof 0)) noexcept __asm__("kit_sim_memcpy");
void* memmove(void*, const void*, decltype(sizeof 0)) noexcept __asm__("kit_sim_memmove");
void* memset(void*, int, decltype(sizeof 0)) noexcept __asm__("kit_sim_memset");
void* malloc(decltype(sizeof 0)) noexcept __asm__("kit_sim_malloc");
void free(void*) noexcept __asm__("kit_sim_free");
#define KIT_SIM_SPLIT(name, from_type, bytes)                                                \
  extern inline __attribute__((gnu_inline, always_inline)) void* name(                       \
      void* to, from_type from, decltype(sizeof 0) bytes) noexcept {                         \
    const bool one_access =                                                                  \
        __builtin_constant_p(bytes) && bytes <= 16 && (bytes & (bytes - 1)) == 0;            \
    return one_access ? __builtin_##name(to, from, bytes) : kit_sim_##name(to, from, bytes); \
  }
KIT_SIM_SPLIT(memcpy, const void*, bytes)
KIT_SIM_SPLIT(memmove, const void*, bytes)
KIT_SIM_SPLIT(memset, int, bytes)
#undef KIT_SIM_SPLIT
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
