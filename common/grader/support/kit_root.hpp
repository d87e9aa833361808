/// @file
/// Where the kit's folder is, and fresh seeds.
#pragma once

#include <cstdint>
#include <string>

namespace kit::grader {

/// The kit's folder: KIT_ROOT if set, else the one above build/bin/ where the program lies. Throws
/// HarnessError if there is no common/tools/compile in it.
std::string kit_root();

/// 32 fresh random bits: short enough to be typed again.
std::uint64_t fresh_seed();

}  // namespace kit::grader
