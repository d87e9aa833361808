/// @file
/// Operators and punctuators ([lex.operators]) and their alternative spellings ([lex.digraph]).
#pragma once

#include <cstddef>
#include <string_view>

namespace kit::scan {

/// How many characters at the front of `text` are its longest punctuator; 0 if none begins there.
/// `<::` is `<` and `::` unless `:` or `>` follows ([lex.pptoken]).
std::size_t punctuator_length(std::string_view text);

/// The usual spelling of an alternative token, such as `{` of `<%` and `&&` of `and`; `spelling`
/// itself if it is none.
std::string_view primary_spelling(std::string_view spelling);

}  // namespace kit::scan
