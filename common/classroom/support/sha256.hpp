/// @file
/// SHA-256: names of contents in the gradebook.
#pragma once

#include <string>
#include <string_view>

namespace kit::classroom {

/// 64 lower-case hexadecimal digits (FIPS 180-4).
std::string sha256(std::string_view bytes);

}  // namespace kit::classroom
