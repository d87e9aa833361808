/// @file
/// Text that shows what it holds: the one place that every report, table and terminal goes through
/// with what students, their programs and their compilers wrote.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace kit {

/// Well-formed UTF-8 without anything that steers a terminal, turns the direction of text or cannot
/// be seen. Line breaks and tabs stay, as does what joins the letters of a script; "\r\n" is a
/// line break, and all else that is none of these becomes '?'.
std::string visible(std::string_view text);

/// A name that somebody else chose, to be told from others in one line: what visible() hides is
/// written as "\x1b" or "\u202e", line breaks, tabs and bytes that are no UTF-8 too.
std::string escaped(std::string_view name);

/// A text without the characters that leave it looking the same: two names that differ in nothing
/// else are one.
std::string without_ignorable(std::string_view text);

/// What visible() makes of all names and texts within a value.
nlohmann::json visible_texts(const nlohmann::json& value);

}  // namespace kit
