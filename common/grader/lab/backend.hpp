/// @file
/// Where student code runs, and which backend a command means.
#pragma once

#include <string>

namespace kit::grader {

/// Where the student's code runs.
enum class Backend { sim, cuda };

/// "sim" or "cuda".
std::string to_string(Backend backend);

/// "sim", "cuda", or empty for what common/tools/backend prints. Throws InputError for anything
/// else, NeedsGpuError for "cuda" if there is no nvcc or no GPU.
Backend choose_backend(const std::string& root, const std::string& name);

}  // namespace kit::grader
