/// @file
/// Names of people and labs as names of files.
#pragma once

#include <string>

namespace kit::classroom {

/// A file name that holds no more than letters, digits, '.', '_', '-'; unlike for unlike names.
std::string file_name(const std::string& text);

}  // namespace kit::classroom
