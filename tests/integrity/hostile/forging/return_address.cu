/// @file
/// Overwrites its return address.
#include <cstdint>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  volatile std::uintptr_t here[2] = {};
  volatile std::uintptr_t* const at = here;  // of a pointer's array no compiler knows the end
  for (volatile int i = 2; i < 40; ++i) at[i] = at[i];
}
