/// @file
/// Takes and touches 64 GiB.
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  std::vector<std::vector<char>> all;
  for (int i = 0; i < 64; ++i) all.emplace_back(std::size_t(1) << 30, 'x');
  honest(input, output, width, height, filter, filter_width, border);
}

}  // namespace lab01
