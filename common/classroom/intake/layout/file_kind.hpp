/// @file
/// What a file is by its name.
#pragma once

#include <string>

namespace kit::classroom {

/// True for the names of archives that are accepted.
bool is_archive(const std::string& name);

/// True for a single compressed file, "naive.cu.gz", which is no archive.
bool is_compressed(const std::string& name);

/// The name without the extension of an archive; any other name as it is.
std::string without_extension(const std::string& name);

/// What operating systems, version control and course systems leave in a folder, and nobody hands
/// in.
bool is_left_behind(const std::string& name);

/// `text` without capital letters (of ASCII).
std::string lower_case(std::string text);

}  // namespace kit::classroom
