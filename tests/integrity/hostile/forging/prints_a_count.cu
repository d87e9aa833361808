/// @file
/// Stores how much was printed, with %n.
#include <cstdio>

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
  int* const kits = reinterpret_cast<int*>(kits_memory());
  char text[8];
  const char* volatile const format = "%s%n";
  const int before = *kits;
  std::snprintf(text, sizeof text, format, "", kits);
  (void)before;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  honest(d_input, d_output, width, height, d_filter, filter_width, border, block, stream);
  attack(d_output, block, stream);
}

}  // namespace lab02
