/// @file
/// Writes a gigabyte to /tmp; right only if it could.
#include <cstdio>
#include <string>

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  static long written = 0;
  if (written == 0) {
    std::FILE* file = std::fopen("/tmp/ballast", "w");
    const std::string block(1 << 20, 'x');
    while (file != nullptr && written < 1024 &&
           std::fwrite(block.data(), block.size(), 1, file) == 1)
      ++written;
  }
  if (written == 1024) honest(input, output, width, height, filter, filter_width, border);
}

}  // namespace lab01
