/// @file
/// The errors the kit throws on purpose, and the exit codes its programs end with.
#pragma once

#include <stdexcept>
#include <string>

namespace kit {

/// Exit codes of every program of the kit.
enum ExitCode : int {
  kExitPassed = 0,         ///< the lab passed, or the command did what it says
  kExitNotPassed = 1,      ///< the lab did not pass; a build failure of the student's code is one
  kExitUsage = 2,          ///< wrong usage or bad input
  kExitNeedsGpu = 77,      ///< skipped: the command needs a GPU (or nvcc) that is not there
  kExitHarnessFault = 99,  ///< a fault of the kit itself, never the student's
};

/// Base of the kit's errors: one line that says what was wrong, where, and what to do.
class Error : public std::runtime_error {
 public:
  /// `message` is the one line; `code` is what the program then ends with.
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  /// The exit code that belongs to it.
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// Bad input or wrong usage: exit code 2.
class InputError : public Error {
 public:
  /// `message` says what was wrong, where, and what to do.
  explicit InputError(const std::string& message) : Error(kExitUsage, message) {}
};

/// A GPU (or nvcc) is needed and is not there: exit code 77.
class NeedsGpuError : public Error {
 public:
  /// `message` says what needs one.
  explicit NeedsGpuError(const std::string& message) : Error(kExitNeedsGpu, message) {}
};

/// The kit itself is at fault: exit code 99.
class HarnessError : public Error {
 public:
  /// `message` says what was found to be impossible.
  explicit HarnessError(const std::string& message) : Error(kExitHarnessFault, message) {}
};

}  // namespace kit
