/// @file
/// Enumerations as text, at the edges of the program: to_string() and back.
#pragma once

#include <optional>
#include <string_view>

namespace kit::grader {

/// The enumerator whose to_string() is `text`; none if there is no such. Enumerators count up from
/// 0, and `last` is the last of them.
template <typename Enum>
std::optional<Enum> enum_from(std::string_view text, Enum last) {
  for (int value = 0; value <= static_cast<int>(last); ++value) {
    const auto candidate = static_cast<Enum>(value);
    if (text == to_string(candidate)) return candidate;
  }
  return std::nullopt;
}

}  // namespace kit::grader
