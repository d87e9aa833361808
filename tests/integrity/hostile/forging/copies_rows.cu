/// @file
/// Has cudaMemcpy2D write there, a row away.
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
  unsigned kept[2] = {*kits_memory(), *kits_memory()};
  unsigned first[2] = {};
  const std::size_t pitch =
      std::size_t(reinterpret_cast<char*>(kits_memory()) - reinterpret_cast<char*>(first));
  cudaMemcpy2D(first, pitch, kept, 4, 4, 2, cudaMemcpyHostToHost);
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  honest(d_input, d_output, width, height, d_filter, filter_width, border, block, stream);
  attack(d_output, block, stream);
}

}  // namespace lab02
