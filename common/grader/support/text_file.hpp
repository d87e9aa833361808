/// @file
/// Whole files of a build.
#pragma once

#include <filesystem>
#include <string>

namespace kit::build {

/// The file's bytes, as far as it can be read: none of a folder, or of a process that has ended.
std::string read_text(const std::filesystem::path& path);

/// Throws HarnessError that names the file if not all of it can be written.
void write_text(const std::filesystem::path& path, const std::string& text);

}  // namespace kit::build
