/// @file
/// Stores there in a kernel, through a pointer to a local array.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// HONEST

/// A place in the memory of the simulator: where it keeps the extent of the grid.
unsigned* kits_memory() {
  return const_cast<unsigned*>(&gridDim.x);
}

__global__ void stores(unsigned* where) {
  volatile unsigned here[4] = {};
  volatile unsigned* const at = here;
  at[where - const_cast<unsigned*>(here)] = 0;
}

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  stores<<<1, 1, 0, stream>>>(kits_memory());
  cudaStreamSynchronize(stream);
  cudaGetLastError();
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  honest(d_input, d_output, width, height, d_filter, filter_width, border, block, stream);
  attack(d_output, block, stream);
}

}  // namespace lab02
