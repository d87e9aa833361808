/// @file
/// Which wait makes a call take longer than its operations have to, by the bytes that they share.
#pragma once

#include <string>
#include <vector>

#include "grader/results/observations.hpp"

namespace kit::grader {

/// Why the operations take longer than `most`, in words: two lines of which one waits for the other
/// though they share no bytes, the pair without which it would be shortest; if no wait is needless,
/// two of which one waits for the place of the other in a buffer. Empty if no wait matters.
std::string describe_needless_wait(const std::vector<Operation>& operations, double most);

}  // namespace kit::grader
