/// @file
/// Index variables, barriers and fences of device code.
#pragma once

#include "../vector_types.h"
#include "qualifiers.h"

// Each host thread runs one block at a time and sets these before it resumes a CUDA thread.
// Declared const: their value never changes under a running CUDA thread, and reads of them are not
// memory accesses worth observing.
#ifdef __CUDA__
extern const __device__ uint3 threadIdx, blockIdx, blockDim, gridDim;
#else
extern const __thread uint3 threadIdx __asm__("kit_sim_thread_idx");
extern const __thread uint3 blockIdx __asm__("kit_sim_block_idx");
extern const __thread uint3 blockDim __asm__("kit_sim_block_dim");
extern const __thread uint3 gridDim __asm__("kit_sim_grid_dim");
#endif
static constexpr int warpSize = 32;

KIT_SIM_DEVICE

namespace kit::sim {

/// How a block barrier combines the predicates of its threads.
enum class Combine { none, count, all_of, any_of };

/// Waits until every thread of the block that has not exited arrives; returns the combined
/// predicate.
int block_barrier(Combine combine, int predicate);
/// Waits until every lane of `mask` that has not exited arrives.
void warp_barrier(unsigned mask);
/// True if all blocks of the grid run at once: a launch by cudaLaunchCooperativeKernel().
bool is_cooperative();
/// Waits until every thread of such a grid arrives.
void grid_barrier();
/// Orders memory accesses before and after it, for all threads of the device, and of the block.
void fence();
void block_fence();
/// The calling thread is the last that a phase of a cuda::barrier of its block waited for.
void note_arrivals();
/// Lets the block's other threads run; what a spinning thread calls without knowing.
void yield_thread();
/// Ends the kernel with cudaErrorLaunchFailure, as a trap instruction does.
[[noreturn]] void trap();
/// Nanoseconds on the host's monotonic clock.
long long clock_ns();

/// What `extern __shared__ T name[]` becomes a reference to, whatever its type.
class DynamicShared {
  template <typename T>
  using Unbounded = T[];

 public:
  template <typename T>
  operator Unbounded<T>&() const {
    return *reinterpret_cast<Unbounded<T>*>(dynamic_shared_bytes());
  }

 private:
  static void* dynamic_shared_bytes();
};
inline constexpr DynamicShared dynamic_shared;

// The compiler must neither keep shared or global values in registers across a barrier nor move
// accesses over it.
inline void compiler_fence() {
  __asm__ __volatile__("" ::: "memory");
}

}  // namespace kit::sim

#ifdef __CUDA__
#ifndef __NVPTX__
void __syncthreads();  // for device code clang has it built in
#endif
#else
__forceinline__ void __syncthreads() {
  kit::sim::compiler_fence();
  kit::sim::block_barrier(kit::sim::Combine::none, 0);
  kit::sim::compiler_fence();
}
#endif
__forceinline__ int __syncthreads_count(int predicate) {
  kit::sim::compiler_fence();
  return kit::sim::block_barrier(kit::sim::Combine::count, predicate);
}
__forceinline__ int __syncthreads_and(int predicate) {
  kit::sim::compiler_fence();
  return kit::sim::block_barrier(kit::sim::Combine::all_of, predicate);
}
__forceinline__ int __syncthreads_or(int predicate) {
  kit::sim::compiler_fence();
  return kit::sim::block_barrier(kit::sim::Combine::any_of, predicate);
}

__forceinline__ void __threadfence_block() {
  kit::sim::block_fence();
}
__forceinline__ void __threadfence() {
  kit::sim::fence();
}
__forceinline__ void __threadfence_system() {
  __threadfence();
}

inline void __nanosleep(unsigned) {
  kit::sim::yield_thread();
}
[[noreturn]] inline void __trap() {
  kit::sim::trap();
}
inline long long clock64() {
  return kit::sim::clock_ns();
}

KIT_SIM_END
