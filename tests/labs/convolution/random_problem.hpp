/// @file
/// Cases of random filters, as the labs of convolution list them.
#pragma once

#include "kit/border.hpp"

namespace kit::grader {

/// A random filter of this width on an image of noise.
struct RandomProblem {
  int taps, width, height;
  Border border;
};

}  // namespace kit::grader
