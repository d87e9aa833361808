/// @file
/// Where the kit's folder is, and which backend a command means.
#pragma once

#include <string>

#include "grader/lab/suite.hpp"

namespace kit::grader {

/// The kit's folder: KIT_ROOT if set, else the one above build/bin/ where the program lies. Throws
/// HarnessError if there is no common/tools/compile in it.
std::string kit_root();

/// "sim", "cuda", or empty for what common/tools/backend prints. Throws InputError for anything
/// else, NeedsGpuError for "cuda" if there is no nvcc or no GPU.
Backend choose_backend(const std::string& root, const std::string& name);

/// 32 fresh random bits: short enough to be typed again.
std::uint64_t fresh_seed();

}  // namespace kit::grader
