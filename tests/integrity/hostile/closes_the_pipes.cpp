/// @file
/// Closes everything and goes on running.
#include <unistd.h>

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  for (int fd = 0; fd < 64; ++fd) close(fd);
  for (volatile bool forever = true; forever;) {
  }
  honest(input, output, width, height, filter, filter_width, border);
}

}  // namespace lab01
