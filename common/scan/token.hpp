/// @file
/// A token of C++, or a comment, and where it stands.
#pragma once

#include <cstddef>
#include <string_view>

namespace kit::scan {

/// The preprocessing tokens of [lex.pptoken], and comments.
enum class TokenKind {
  comment,      ///< // to the end of its line, without the line break, or /* to */
  header_name,  ///< <...> or "..." of an #include, #import or __has_include
  identifier,   ///< keywords too, and `and`, `or` and the like
  number,       ///< everything that begins like a number, such as 1'000u and 0x1p-3f
  character,    ///< with its encoding prefix and its suffix
  string,       ///< with its encoding prefix and its suffix; a raw one too
  punctuator,   ///< the longest that fits
  other,        ///< what begins no token, such as @; a quote that its line does not close
};

struct Token {
  TokenKind kind = TokenKind::other;
  std::string_view text;       ///< as the compiler sees it, without splices
  std::size_t begin = 0;       ///< in the source, in bytes
  std::size_t end = 0;         ///< one past its last byte in the source
  int line = 0;                ///< of its first character in the source, from 1
  bool first_in_line = false;  ///< nothing but blanks and comments stand before it
  bool in_directive = false;   ///< of a preprocessor's line, from its # on

  bool is(std::string_view expected) const { return text == expected; }
  bool is_string_or_character() const {
    return kind == TokenKind::string || kind == TokenKind::character;
  }
};

}  // namespace kit::scan
