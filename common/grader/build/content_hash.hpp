/// @file
/// Tells contents of files apart, so that only what changed is compiled again.
#pragma once

#include <string>
#include <string_view>

namespace kit::build {

/// The 128-bit FNV-1a hash as 32 lower-case hexadecimal digits. Two contents that nobody made alike
/// on purpose have different ones; no proof against those who do.
std::string content_hash(std::string_view bytes);

}  // namespace kit::build
