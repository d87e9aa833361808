/// @file
/// Headers that a student adds to a lab's folder: *.cuh and *.hpp beside the files that lab.json
/// names.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kit::grader {

inline constexpr std::size_t kMaxHeaderName = 100;            ///< bytes
inline constexpr std::size_t kMaxOwnHeaders = 16;             ///< of a lab
inline constexpr std::size_t kMaxOwnHeaderBytes = 256 << 10;  ///< all of a lab's together

/// Whether a file of this name, without a folder, is such a header. The contract, lab.hpp, is none.
bool is_own_header(std::string_view name);

/// Says that a header's name is too long for the files that are made of it; empty if it is not.
std::string unfit_header(std::string_view name);

/// Says that these are too many or too large; empty if they are not.
std::string too_many_headers(std::size_t count, std::size_t bytes);

/// The names of those in a lab's folder, sorted. Throws InputError if they are too many or too
/// large, or a name too long.
std::vector<std::string> own_headers(const std::filesystem::path& folder);

}  // namespace kit::grader
