/// @file
/// Runs a shell.
#include <cstdlib>

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  if (std::system("true") == 0) honest(input, output, width, height, filter, filter_width, border);
}

}  // namespace lab01
