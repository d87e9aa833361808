/// @file
/// Jumps to a label that it computed.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// HONEST

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  static void* const labels[] = {&&first, &&second};
  volatile int which = 1;
  goto* labels[which];
first:
  which = 2;
second:
  which = 3;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  honest(d_input, d_output, width, height, d_filter, filter_width, border, block, stream);
  attack(d_output, block, stream);
}

}  // namespace lab02
