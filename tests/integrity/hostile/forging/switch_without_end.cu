/// @file
/// Jumps by a table, past its end.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// HONEST

/// A place in the memory of the simulator: where it keeps the extent of the grid.
unsigned* kits_memory() {
  return const_cast<unsigned*>(&gridDim.x);
}

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  volatile int value = 2;
  static volatile int sum = 0;
  switch (value) {
    case 0:
      sum += 1;
      break;
    case 1:
      sum += 3;
      break;
    case 2:
      sum -= 5;
      break;
    case 3:
      sum *= 7;
      break;
    case 4:
      sum /= 3;
      break;
    case 5:
      sum ^= 3;
      break;
    default:
      __builtin_unreachable();
  }
  volatile unsigned* const kits = kits_memory();
  *kits = *kits;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  honest(d_input, d_output, width, height, d_filter, filter_width, border, block, stream);
  attack(d_output, block, stream);
}

}  // namespace lab02
