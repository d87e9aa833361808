/// @file
/// A lock between programs that build into the same place.
#pragma once

#include <filesystem>

namespace kit::build {

/// Holds a file's lock for as long as it lives; the system takes it back from a process that is
/// killed. Also excludes other FileLocks of the same process.
class FileLock {
 public:
  /// Makes the file if it is not there, and waits at most `seconds` for whoever holds its lock.
  /// Throws InputError if the file cannot be written, HarnessError if the wait is in vain.
  explicit FileLock(const std::filesystem::path& path, double seconds = 240);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  int file_;
};

}  // namespace kit::build
