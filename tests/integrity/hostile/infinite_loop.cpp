/// @file
/// Never returns.

#include "lab.hpp"

namespace lab01 {

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  (void)input, (void)output, (void)width, (void)height, (void)filter, (void)filter_width,
      (void)border;
  volatile bool forever = true;
  while (forever) {
  }
}

}  // namespace lab01
