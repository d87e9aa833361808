/// @file
/// What words of C++ are, as far as edits need to know.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "scan/token.hpp"

namespace kit::repair {

inline bool is_one_of(std::string_view text, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

inline bool is_comparison(std::string_view text) {
  return is_one_of(text, {"==", "!=", "<", "<=", ">", ">="});
}

inline bool is_keyword_before_operand(std::string_view text) {
  return is_one_of(text, {"return", "case", "else", "do", "throw", "sizeof", "new", "delete"});
}

/// Starts what is no expression, so that it gets no guard and is not moved.
inline bool is_no_expression(std::string_view text) {
  return is_one_of(text, {"return",        "break",     "continue",   "goto",         "using",
                          "typedef",       "case",      "default",    "else",         "if",
                          "for",           "while",     "do",         "switch",       "throw",
                          "static_assert", "extern",    "struct",     "template",     "try",
                          "catch",         "constexpr", "static",     "const",        "enum",
                          "class",         "union",     "__shared__", "__constant__", "asm"});
}

/// True if what follows the token is an operator with two operands, if it is one.
inline bool ends_operand(const scan::Token& token) {
  return (token.kind == scan::TokenKind::identifier && !is_keyword_before_operand(token.text)) ||
         token.kind == scan::TokenKind::number || token.is(")") || token.is("]");
}

/// What x, y and z, width and height and their like have in common, so that `x < width` and `y <
/// height` are alike.
inline std::string without_direction(const std::string& text) {
  static const std::pair<std::string_view, std::string_view> kWords[] = {
      {"width", "#"}, {"height", "#"}, {"column", "#"}, {"col", "#"}, {"row", "#"}};
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto word = std::find_if(std::begin(kWords), std::end(kWords), [&](const auto& one) {
      return text.compare(i, one.first.size(), one.first) == 0;
    });
    const bool letter = text[i] == 'x' || text[i] == 'y' || text[i] == 'z';
    result += word != std::end(kWords) ? std::string(word->second)
                                       : std::string(1, letter ? '#' : text[i]);
    i += word != std::end(kWords) ? word->first.size() : 1;
  }
  return result;
}

}  // namespace kit::repair
