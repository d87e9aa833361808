/// @file
/// Lets a function return a structure right there.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// HONEST

/// A place in the memory of the simulator: where it keeps the extent of the grid.
unsigned* kits_memory() {
  return const_cast<unsigned*>(&gridDim.x);
}

struct Four {
  double a, b, c, d;
};

__noinline__ Four same_as(const Four& four) {
  return four;
}

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  Four* const kits = reinterpret_cast<Four*>(kits_memory());
  *kits = same_as(*kits);
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  honest(d_input, d_output, width, height, d_filter, filter_width, border, block, stream);
  attack(d_output, block, stream);
}

}  // namespace lab02
