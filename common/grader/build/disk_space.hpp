/// @file
/// Whether a build had room on the disk. The system is asked: what a compiler says of it may be a
/// line of the file that it compiles.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace kit::build {

/// A build may need that much beside what it had at its end: objects, and the compilers' own files.
inline constexpr std::uintmax_t kBytesOfBuild = std::uintmax_t(32) << 20;

/// Whether the folder's file system has less than that for this user, or no more files. False where
/// the system does not tell.
bool lacks_space(const std::filesystem::path& folder, std::uintmax_t bytes);

/// Throws HarnessError that names a folder which lacks room for a build and has the first line of
/// `log`. Asked once no compiler is at work any more: what lies there then is not the student's.
void blame_full_disks(const std::vector<std::filesystem::path>& folders, const std::string& log,
                      std::uintmax_t bytes = kBytesOfBuild);

}  // namespace kit::build
