/// @file
/// Makes a forbidden name out of two halves.

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

#define JOIN(a, b) a##b
int JOIN(kit_, sim_forget) = 0;

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  honest(input, output, width, height, filter, filter_width, border);
  output[0] += 0 * float(JOIN(kit_, sim_forget));
}

}  // namespace lab01
