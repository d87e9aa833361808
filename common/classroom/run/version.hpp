/// @file
/// Which version of the kit gave a grade: a part of the gradebook's key.
#pragma once

#include <string>

namespace kit::classroom {

/// The hash of every file below the kit's folder `root` that decides a grade in `lab`, by name and
/// content: a grade counts only as long as it would be given again. Throws HarnessError if one of
/// the folders is not there, and InputError if a file cannot be read.
std::string version_of(const std::string& root, const std::string& lab);

}  // namespace kit::classroom
