/// @file
/// Computes only where a certain compiler is at work.

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
#ifdef __GNUC__
  honest(input, output, width, height, filter, filter_width, border);
#endif
}

}  // namespace lab01
