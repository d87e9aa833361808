/// @file
/// Copies from global to shared memory that a thread starts and waits for later. What is copied
/// arrives when the thread waits, no sooner: CUDA promises nothing before, and code that forgets to
/// wait does not come out right by luck.
#pragma once

#include "cuda_runtime.h"

KIT_SIM_DEVICE

namespace kit::sim {

/// Starts a copy of `bytes` bytes (4, 8 or 16), of which the last `zeros` are not read but zero.
void start_copy(void* target, const void* source, std::size_t bytes, std::size_t zeros);
/// What was started since the last call is one batch.
void commit_copies();
/// Completes all batches but the last `prior` ones.
void wait_for_copies(std::size_t prior);

}  // namespace kit::sim

__forceinline__ void __pipeline_memcpy_async(void* shared, const void* global, std::size_t bytes,
                                             std::size_t zeros = 0) {
  kit::sim::compiler_fence();
  kit::sim::start_copy(shared, global, bytes, zeros);
  kit::sim::compiler_fence();
}
__forceinline__ void __pipeline_commit() {
  kit::sim::commit_copies();
}
__forceinline__ void __pipeline_wait_prior(std::size_t prior) {
  kit::sim::compiler_fence();
  kit::sim::wait_for_copies(prior);
  kit::sim::compiler_fence();
}

KIT_SIM_END
