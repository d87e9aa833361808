/// @file
/// Mistakes in the blur of kernels that do more than one step.
#pragma once

#include <vector>

#include "step_models.hpp"

namespace kit::grader::lab09 {

/// Blurs of one kernel that does more than one step: what becomes of the intermediate image.
struct WrongBlur {
  const char* cause;
  const char* sentence;
  Exact blurred;
  Read read = nearest;
};

/// Those that are usual, of an image of grey levels that outlives them.
std::vector<WrongBlur> wrong_blurs(const Exact& grey);

}  // namespace kit::grader::lab09
