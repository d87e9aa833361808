/// @file
/// What the attacks of this folder share: each stands for BODY, a function attack() that runs
/// before a right convolution, and says FRAME where its own includes end.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// HONEST

/// A fault: reads one value past the filter.
__global__ void beyond(const float* filter, int filter_width, float* output) {
  if (filter[filter_width * filter_width] == 1234.5f) output[0] = 0.0f;
}

[[maybe_unused]] void read_beyond(const float* d_filter, int filter_width, float* d_output,
                                  cudaStream_t stream) {
  beyond<<<1, 1, 0, stream>>>(d_filter, filter_width, d_output);
  KIT_CHECK(cudaGetLastError());
}

// BODY

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  attack(d_filter, filter_width, d_output, stream);
  honest(d_input, d_output, width, height, d_filter, filter_width, border, block, stream);
}

}  // namespace lab02
