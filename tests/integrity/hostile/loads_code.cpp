/// @file
/// Loads a library at run time.
#include <dlfcn.h>

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  if (dlopen("libc.so.6", RTLD_NOW) == nullptr) return;
  honest(input, output, width, height, filter, filter_width, border);
}

}  // namespace lab01
