/// @file
/// Pixels that nothing has written.
#pragma once

#include <cstddef>
#include <string>

#include "grader/diagnosis/diagnosis.hpp"

namespace kit::grader {

/// True if a value of the output still holds the poison that was there before the call.
bool unwritten(const Observation& seen, std::size_t index);

/// What may have left pixels out, as a question or a sentence.
std::string advice_for_unwritten(const Observation& seen, const Judgement& judgement);

}  // namespace kit::grader
