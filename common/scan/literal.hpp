/// @file
/// Where words, numbers and literals end, in text without splices ([lex.ccon], [lex.string]).
#pragma once

#include <cstddef>
#include <string_view>

namespace kit::scan {

/// The end of the identifier that begins at `at`, or `at` if none does. `$`, bytes of UTF-8 and
/// escapes such as \u00e9 are letters, as in g++.
std::size_t identifier_end(std::string_view text, std::size_t at);

/// The end of the number that begins at `at`, or `at` if none does.
std::size_t number_end(std::string_view text, std::size_t at);

/// The end of the literal whose opening quote stands at `quote`, closing quote included; `quote`
/// itself if its line does not close it.
std::size_t quoted_end(std::string_view text, std::size_t quote);

/// The same for the opening quote of a raw string, in the source before splicing: the end of the
/// text if it is never closed, `quote` itself if what follows is no delimiter.
std::size_t raw_string_end(std::string_view source, std::size_t quote);

/// Whether a word is an encoding prefix: L, u, U, u8 or none.
bool is_encoding_prefix(std::string_view word);
/// Whether a word makes the string behind it a raw one: R, LR, uR, UR, u8R.
bool is_raw_prefix(std::string_view word);

/// What stands behind the closing quote of a string or character literal: 's' of "x"s.
std::string_view literal_suffix(std::string_view literal);

}  // namespace kit::scan
