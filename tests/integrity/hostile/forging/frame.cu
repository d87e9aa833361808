/// @file
/// What the attacks of this folder share: each stands for BODY, and says FRAME where its own
/// includes end.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// HONEST

/// A place in the memory of the simulator: where it keeps the extent of the grid.
[[maybe_unused]] unsigned* kits_memory() {
  return const_cast<unsigned*>(&gridDim.x);
}

/// A number that the compiler does not know.
[[maybe_unused]] std::size_t bytes_of(std::size_t count) {
  volatile std::size_t kept = count;
  return kept;
}

// BODY

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  honest(d_input, d_output, width, height, d_filter, filter_width, border, block, stream);
  attack(d_output, block, stream);
}

}  // namespace lab02
