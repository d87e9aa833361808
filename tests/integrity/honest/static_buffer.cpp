/// @file
/// Keeps a buffer between calls, which the contract does not forbid as long as no result depends on
/// it.
#include <algorithm>
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  static std::vector<float> buffer;
  buffer.assign(std::size_t(width) * height, 0.0f);
  honest(input, buffer.data(), width, height, filter, filter_width, border);
  std::copy(buffer.begin(), buffer.end(), output);
}

}  // namespace lab01
