/// @file
/// Edits on disk, NAME.edit: the files that they stand for, and whether all still apply.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace kit::edits {

/// The text that a file stands for: of NAME.edit the file that it edits, changed, of any other its
/// own. `root` is the kit's folder, `path` starts there. Throws InputError if a file cannot be read
/// or the edit does not apply.
std::string whole_text(const std::filesystem::path& root, const std::filesystem::path& path);

/// What a check of all edits found.
struct CheckResult {
  std::size_t passed = 0;           ///< edits that apply, and lists of wrong versions without fault
  std::size_t failed = 0;           ///< the others
  std::vector<std::string> faults;  ///< a line each, with the file at fault
};

/// Applies every edit below tests/, and compares each lab's wrong.json and right.json with their
/// folders: files that are not listed, listed ones that are missing or listed twice, edits of
/// another lab's solution.
CheckResult check_all(const std::filesystem::path& root);

}  // namespace kit::edits
