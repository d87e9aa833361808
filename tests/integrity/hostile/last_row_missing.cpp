/// @file
/// All rows but the last.
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
  for (int i = 0; i < width * (height - 1); ++i) output[i] = right[i];
}

}  // namespace lab01
