/// @file
/// Overwrites its return address.
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// HONEST

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  volatile std::uintptr_t here[2] = {};
  volatile std::uintptr_t* const at = here;  // of a pointer's array no compiler knows the end
  for (volatile int i = 2; i < 40; ++i) at[i] = at[i];
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  honest(d_input, d_output, width, height, d_filter, filter_width, border, block, stream);
  attack(d_output, block, stream);
}

}  // namespace lab02
