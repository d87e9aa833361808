/// @file
/// Names of people as different systems write them.
#pragma once

#include <string>
#include <vector>

#include "classroom/intake/roster.hpp"

namespace kit::classroom {

/// Letters and digits alone, in small letters and without accents: "Müller, Jürgen" is
/// "mullerjurgen". Letters of other scripts stay as they are.
std::string folded(const std::string& name);

/// The words of a name, each folded: between anything that is no letter and no digit.
std::vector<std::string> folded_words(const std::string& name);

/// Whether this is the student's full name, in either order. No for a student without one.
bool is_full_name(const std::string& name, const Student& student);

}  // namespace kit::classroom
