/// @file
/// Waits without using the processor, which a limit of CPU time does not see.
#include <ctime>

#include "lab.hpp"

namespace lab01 {

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  (void)input, (void)output, (void)width, (void)height, (void)filter, (void)filter_width,
      (void)border;
  const timespec day{86400, 0};
  nanosleep(&day, nullptr);
}

}  // namespace lab01
