/// @file
/// Stores into the frame of the grader's function that called it.
#include <cstdint>
// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  volatile std::uintptr_t here[2] = {};
  volatile std::uintptr_t* const at = here;  // of a pointer's array no compiler knows the end
  volatile int far = 200;
  at[far] = at[far];
}
