/// @file
/// Right numbers, one pixel to the left.
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  std::vector<float> right(std::size_t(width) * height);
  honest(input, right.data(), width, height, filter, filter_width, border);
  for (int i = 0; i < width * height; ++i) output[i] = right[i + 1 < width * height ? i + 1 : i];
}

}  // namespace lab01
