/// @file
/// The end of every program: its exit code, and one line on standard error where it failed.
#pragma once

#include <functional>

namespace kit::grader {

/// What `run` returns. A kit::Error that it throws becomes "NAME: what was wrong" and the error's
/// own exit code; any other exception is the kit's fault (kExitHarnessFault).
int run_program(const char* name, const std::function<int()>& run);

}  // namespace kit::grader
