/// @file
/// Sizes of LLVM's types.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace kit::rules {

/// The type that begins at `at`, as it is written.
std::string type_at(const std::string& line, std::size_t at);

/// Bytes of a type, such as "[3 x float]"; `structs` are the named ones ("%struct.P"). 0 for what
/// is not known.
std::uint64_t size_of(const std::string& type, const std::map<std::string, std::string>& structs);

}  // namespace kit::rules
