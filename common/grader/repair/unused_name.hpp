/// @file
/// A parameter or variable that a student's file never uses, as the compiler says.
#pragma once

#include <optional>
#include <string>

#include "grader/repair/repair.hpp"

namespace kit::repair {

/// The one name of `file` which the compiler's messages call unused. None if there is none, or more
/// than one.
std::optional<Repair> find_unused_name(const std::string& log, const std::string& file);

}  // namespace kit::repair
