/// @file
/// What of a grading somebody wants to watch step by step.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "kit/error.hpp"

namespace kit::grader {

/// What is empty is chosen.
struct RecordRequest {
  std::string stage;                             ///< id of a stage
  std::string case_name;                         ///< of a case of the stage
  std::optional<std::array<unsigned, 3>> block;  ///< of each launch that has such a block

  bool asks() const { return !stage.empty() || !case_name.empty() || block; }
};

/// There is no such stage, case or block.
struct RecordError : InputError {
  using InputError::InputError;
};

}  // namespace kit::grader
