/// @file
/// Makes an object there with new.
#include <new>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  volatile unsigned value = *kits_memory();
  new (kits_memory()) unsigned(value);
}
