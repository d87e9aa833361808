/// @file
/// Prints to a stream that it made.
#include <cstring>
#include <iostream>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// HONEST

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  alignas(16) static char made[512] = {};
  std::memcpy(made, static_cast<const void*>(&std::cout), 272);
  reinterpret_cast<std::ostream&>(made).put(' ');
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  honest(d_input, d_output, width, height, d_filter, filter_width, border, block, stream);
  attack(d_output, block, stream);
}

}  // namespace lab02
