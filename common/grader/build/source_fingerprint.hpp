/// @file
/// What an object of a student's file is made of, by content: dates say nothing about a file that
/// was copied or put back, or about the same folder of another student.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kit::build {

/// A fingerprint of everything in `folder` that the object of `file` may depend on, and of
/// `settings`, which is any text. If the file includes others, that is:
/// - every file that `files` does not name, down to two folders below, but no *.md and none of
///   2 MiB or more;
/// - of the other `files`, those whose name stands in a line of the preprocessor's in a file of the
///   folder, so that a saved stage compiles no other stage that does not include it.
/// `files` are the names that lab.json has. A file that is not there counts as an empty one.
std::string source_fingerprint(const std::filesystem::path& folder,
                               const std::vector<std::string>& files, const std::string& file,
                               const std::string& settings);

}  // namespace kit::build
