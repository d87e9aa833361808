/// @file
/// Preprocessed CUDA C++ as tokens, and what the rewriting asks of them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scan/line_markers.hpp"
#include "scan/scanner.hpp"

namespace kit::rewriter {

/// The tokens of a text as the syntax of launches needs them: without directives and comments,
/// which may stand in the middle of a launch, with brackets in their usual spelling, and with <<
/// and
/// >> as single angle brackets: whether >> shifts or closes two lists only a parser can tell. A
/// token's number may be asked for beyond the last one. The text must live as long.
class Source {
 public:
  explicit Source(const std::string& text);

  const std::string& text() const { return text_; }
  std::size_t size() const { return tokens_.size(); }
  const scan::Token& operator[](std::size_t i) const { return tokens_[i]; }
  /// Empty beyond the last token.
  std::string_view word(std::size_t i) const {
    return i < tokens_.size() ? tokens_[i].text : std::string_view();
  }
  bool is(std::size_t i, std::string_view expected) const { return word(i) == expected; }
  bool is_identifier(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].kind == scan::TokenKind::identifier;
  }
  /// Three of the same angle bracket, the first two side by side (a macro may split off the third).
  bool is_chevron(std::size_t i, char bracket) const;

  /// In the student's file, by the line markers; of the last token beyond it.
  scan::Place place(std::size_t i) const;
  /// A line marker: what follows it stands in the line of token i.
  std::string marker(std::size_t i) const;
  /// Throws SyntaxError: "lab.cu:12: error: MESSAGE".
  [[noreturn]] void refuse(std::size_t i, const std::string& message) const;

  /// Index of the bracket that opens what the closing bracket at i closes.
  std::size_t matching_open(std::size_t i, std::string_view open, std::string_view close) const;
  /// Index of the bracket that closes what the opening bracket at i opens.
  std::size_t matching_close(std::size_t i, std::string_view open, std::string_view close) const;
  /// Tokens [first, last) of the declaration that token i belongs to; `last` is its ';', '=' or
  /// '{'.
  std::pair<std::size_t, std::size_t> declaration(std::size_t i) const;
  /// Index of the ';' that ends the declaration, initialiser included, in which token i stands.
  std::size_t declaration_end(std::size_t i) const;
  /// The text of tokens [first, last) in one line.
  std::string flat(std::size_t first, std::size_t last) const;

 private:
  const std::string& text_;
  scan::Scan scan_;
  scan::LineMarkers markers_;
  std::vector<scan::Token> tokens_;
};

/// A string literal of C++ with this content.
std::string quoted(std::string_view text);

}  // namespace kit::rewriter
