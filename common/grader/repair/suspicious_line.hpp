/// @file
/// A line that is a mistake more often than not, as the compiler or the words of it say.
#pragma once

#include <optional>
#include <string>

#include "grader/repair/repair.hpp"

namespace kit::repair {

/// The one line of `file`, whose text is `source`, of which the compiler's messages have a warning
/// that is rarely wrong, or in which sizeof is asked of a pointer. None if there is none, or more
/// than one.
std::optional<Repair> find_suspicious_line(const std::string& log, const std::string& file,
                                           const std::string& source);

}  // namespace kit::repair
