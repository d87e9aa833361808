/// @file
/// Registers a function for the end of the process.
#include <cstdlib>

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

void late() {}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  std::atexit(late);
  honest(input, output, width, height, filter, filter_width, border);
}

}  // namespace lab01
